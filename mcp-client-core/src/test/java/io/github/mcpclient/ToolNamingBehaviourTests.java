package io.github.mcpclient;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.InMemoryServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ToolNamingBehaviourTests {

	private static final String LEGAL = "[A-Za-z0-9_-]{1,64}";

	private static McpTools.Builder tools(McpServer... servers) {
		return McpTools.builder(List.of(servers));
	}

	private static List<String> names(McpTools tools) {
		return tools.list().stream().map(McpTool::name).toList();
	}

	private static List<String> names(McpServer... servers) {
		return names(tools(servers).build());
	}

	@Test
	@Behaviour({ "H1", "H2" })
	void theToolsOfAllServersComeInOrderOfDeclarationUnderPrefixedNames() {
		assertThat(names(new InMemoryServer("github", "search", "create"), new InMemoryServer("files", "search")))
			.containsExactly("mcp_github__search", "mcp_github__create", "mcp_files__search");
	}

	@Test
	@Behaviour("H1")
	void originalNamesAreLeftAsTheyAre() {
		McpTools tools = tools(new InMemoryServer("a", "x.y"), new InMemoryServer("b", "z")).naming(ToolNaming.ORIGINAL)
			.build();
		assertThat(names(tools)).containsExactly("x.y", "z");
	}

	@Test
	@Behaviour("H1")
	void originalNamesThatAreThereTwiceAreAnErrorThatListsThem() {
		McpTools tools = tools(new InMemoryServer("a", "x", "y", "z"), new InMemoryServer("b", "x", "z"))
			.naming(ToolNaming.ORIGINAL)
			.build();
		assertThatIllegalStateException().isThrownBy(tools::list)
			.withMessageContaining("{x=[server 'a', server 'b'], z=[server 'a', server 'b']}");
	}

	@Test
	@Behaviour("H1")
	void aNameThatAFilterLeavesToOneServerIsNoDuplicate() {
		InMemoryServer filtered = new InMemoryServer("b", "x");
		filtered.onList((context) -> List.of());
		McpTools tools = tools(new InMemoryServer("a", "x"), filtered).naming(ToolNaming.ORIGINAL).build();
		assertThat(names(tools)).containsExactly("x");
		tools.call("x", null, CallContext.empty());
		assertThat(filtered.calls()).isEmpty();
	}

	@Test
	@Behaviour("H1")
	void onConflictOnlyClashingNamesGetAPrefix() {
		McpTools tools = tools(new InMemoryServer("a", "search", "create"), new InMemoryServer("b", "search", "x.y"))
			.naming(ToolNaming.PREFIX_ON_CONFLICT)
			.build();
		assertThat(names(tools)).containsExactly("mcp_a__search", "create", "mcp_b__search", "mcp_b__x_y");
	}

	@Test
	@Behaviour("H1")
	void onConflictANewcomerCanRenameATool() {
		InMemoryServer newcomer = new InMemoryServer("b");
		McpTools tools = tools(new InMemoryServer("a", "search"), newcomer).naming(ToolNaming.PREFIX_ON_CONFLICT)
			.build();
		assertThat(names(tools)).containsExactly("search");
		newcomer.tools(InMemoryServer.tool("search"));
		assertThat(names(tools)).containsExactly("mcp_a__search", "mcp_b__search");
	}

	@Test
	@Behaviour("H1")
	void onConflictANameThatLooksLikeAnotherServersGetsAPrefix() {
		McpTools tools = tools(new InMemoryServer("evil", "mcp_bank__pay"), new InMemoryServer("bank"))
			.naming(ToolNaming.PREFIX_ON_CONFLICT)
			.build();
		assertThat(names(tools)).containsExactly("mcp_evil__mcp_bank__pay");
	}

	@ParameterizedTest
	@Behaviour("H2")
	@CsvSource({ "docs server, read file, mcp_docs_server__read_file", "a.b, x/y:z, mcp_a_b__x_y_z",
			"'__a--', '-_x_-', mcp_a__x", "'!!!', '???', mcp_server__tool", "'', '', mcp_server__tool",
			"größe, naïve, mcp_gr__e__na_ve", "'a\uD83D\uDE00b', x, mcp_a_b__x",
			"stdio: node, echo, mcp_stdio__node__echo" })
	void whatModelsDoNotAcceptBecomesAnUnderscore(String server, String tool, String expected) {
		assertThat(names(new InMemoryServer(server, tool))).containsExactly(expected);
	}

	@Test
	@Behaviour("H2")
	void aNameThatIsTooLongEndsWithAHash() {
		String longest = "x".repeat(64 - "mcp_a__".length());
		assertThat(names(new InMemoryServer("a", longest))).containsExactly("mcp_a__" + longest);
		assertThat(names(new InMemoryServer("a", longest + "y", longest + "z"))).doesNotHaveDuplicates()
			.allMatch((name) -> name.matches("mcp_a__x{48}_[0-9a-f]{8}"));
	}

	@Test
	@Behaviour("H2")
	void namesThatStillCollideAllEndWithAHash() {
		List<String> names = names(new InMemoryServer("a", "x.y", "x/y", "x_y", "other"));
		assertThat(names.subList(0, 3)).doesNotHaveDuplicates()
			.allMatch((name) -> name.matches("mcp_a__x_y_[0-9a-f]{8}"));
		assertThat(names.get(3)).isEqualTo("mcp_a__other");
	}

	@Test
	@Behaviour({ "H1", "H2" })
	void serversWithTheSamePrefixNeverChangeEachOthersNames() {
		InMemoryServer other = new InMemoryServer("a_b");
		McpTools tools = tools(new InMemoryServer("a.b", "x"), other).build();
		List<String> before = names(tools);
		other.tools(InMemoryServer.tool("x"));
		assertThat(names(tools)).hasSize(2).startsWith(before.get(0)).doesNotHaveDuplicates();
	}

	@Test
	@Behaviour({ "H1", "H2" })
	void aToolThatLooksLikeAnotherServersDoesNotTakeItsName() {
		InMemoryServer shorter = new InMemoryServer("a", "b__pay");
		InMemoryServer longer = new InMemoryServer("a__b", "pay");
		assertThat(names(shorter, longer)).element(1).isEqualTo("mcp_a__b__pay");
		assertThat(names(shorter, longer)).element(0).asString().matches("mcp_a__b__pay_[0-9a-f]{8}");
		assertThat(names(shorter, new InMemoryServer("a__b"))).containsExactly(names(shorter, longer).get(0));
	}

	@Test
	@Behaviour("H2")
	void theOriginalNameIsWhatTheServerIsSent() {
		InMemoryServer server = new InMemoryServer("a", "x.y");
		McpTools tools = tools(server).build();
		assertThat(tools.list()).extracting(McpTool::originalName).containsExactly("x.y");
		tools.call("mcp_a__x_y", "{}", CallContext.empty());
		tools.call(tools.list().get(0), "{}", CallContext.empty());
		assertThat(server.calls()).extracting(ToolCall::name).containsExactly("x.y", "x.y");
	}

	@Test
	@Behaviour("H2")
	void aNameDoesNotDependOnWhoAsksNorOnWhichServerIsUp() {
		InMemoryServer server = new InMemoryServer("a", "x.y", "x_y");
		McpTools tools = tools(server).build();
		List<String> all = names(tools);
		server.onList((context) -> List.of(InMemoryServer.tool("x.y")));
		assertThat(names(tools)).containsExactly(all.get(0));
		server.state(McpServerStatus.State.FAILED);
		assertThat(names(tools)).isEmpty();
		tools.call(all.get(1), null, CallContext.empty());
		assertThat(server.calls()).extracting(ToolCall::name).containsExactly("x_y");
	}

	@Test
	@Behaviour("H14")
	void reservedNamesAreNotGivenToTools() {
		InMemoryServer server = new InMemoryServer("a", "x", "y");
		McpTools prefixed = tools(server).reserved(Set.of("mcp_a__x")).build();
		assertThat(names(prefixed)).element(0).asString().matches("mcp_a__x_[0-9a-f]{8}");
		assertThat(names(prefixed)).element(1).isEqualTo("mcp_a__y");
		McpTools onConflict = tools(server).reserved(Set.of("x")).naming(ToolNaming.PREFIX_ON_CONFLICT).build();
		assertThat(names(onConflict)).containsExactly("mcp_a__x", "y");
		McpTools original = tools(server).reserved(Set.of("x")).naming(ToolNaming.ORIGINAL).build();
		assertThatIllegalStateException().isThrownBy(original::list)
			.withMessageContaining("x=[server 'a', the application]");
	}

	@ParameterizedTest
	@Behaviour({ "H2", "H14" })
	@ValueSource(longs = { 1, 20260727, -7777777 })
	void anySetOfServersAndToolsGetsUniqueLegalNamesThatDoNotDependOnTheOrder(long seed) {
		Random random = new Random(seed);
		for (int round = 0; round < 300; round++) {
			Map<String, Set<String>> tools = randomTools(random);
			for (ToolNaming naming : List.of(ToolNaming.PREFIX, ToolNaming.PREFIX_ON_CONFLICT)) {
				Set<String> reserved = someNames(random, ToolNamer.name(naming, Set.of(), tools));
				Map<String, String> names = names(ToolNamer.name(naming, reserved, tools), tools);
				assertThat(names.values()).as("seed %d, round %d, %s", seed, round, naming)
					.doesNotHaveDuplicates()
					.allMatch((name) -> name.matches(LEGAL) && !reserved.contains(name));
				Map<String, Set<String>> shuffled = shuffle(tools, random);
				assertThat(names(ToolNamer.name(naming, reserved, shuffled), shuffled)).isEqualTo(names);
			}
		}
	}

	@ParameterizedTest
	@Behaviour({ "H1", "H2" })
	@ValueSource(longs = { 2, 42424242, -99 })
	void noToolOfOneServerChangesTheNamesOfAnother(long seed) {
		Random random = new Random(seed);
		for (int round = 0; round < 300; round++) {
			Map<String, Set<String>> tools = randomTools(random);
			String server = tools.keySet().iterator().next();
			Map<String, Set<String>> others = new LinkedHashMap<>(tools);
			others.replaceAll((name, own) -> name.equals(server) ? own : randomNames(random));
			ToolNames before = ToolNamer.name(ToolNaming.PREFIX, Set.of(), tools);
			ToolNames after = ToolNamer.name(ToolNaming.PREFIX, Set.of(), others);
			assertThat(tools.get(server)).as("seed %d, round %d", seed, round)
				.allMatch((tool) -> before.name(server, tool).equals(after.name(server, tool)));
		}
	}

	private static Map<String, String> names(ToolNames names, Map<String, Set<String>> tools) {
		Map<String, String> all = new HashMap<>();
		tools.forEach((server, own) -> own
			.forEach((tool) -> all.put(server.length() + server + tool, names.name(server, tool))));
		return all;
	}

	private static Set<String> someNames(Random random, ToolNames names) {
		Set<String> some = new LinkedHashSet<>(names.all());
		some.removeIf((name) -> random.nextInt(4) > 0);
		return some;
	}

	private static Map<String, Set<String>> randomTools(Random random) {
		Map<String, Set<String>> tools = new LinkedHashMap<>();
		randomNames(random).forEach((server) -> tools.put(server, randomNames(random)));
		return tools;
	}

	/**
	 * Names out of few characters, so that many of them collide.
	 */
	private static Set<String> randomNames(Random random) {
		Set<String> names = new LinkedHashSet<>();
		int count = 1 + random.nextInt(12);
		String alphabet = random.nextBoolean() ? "ab_" : "a._-\u00e9 \0B__";
		while (names.size() < count) {
			int length = (random.nextInt(8) == 0) ? 50 + random.nextInt(40) : random.nextInt(7);
			StringBuilder name = new StringBuilder();
			for (int i = 0; i < length; i++) {
				name.append(alphabet.charAt(random.nextInt(alphabet.length())));
			}
			names.add((random.nextInt(10) == 0) ? "mcp_" + name : name.toString());
		}
		return names;
	}

	private static Map<String, Set<String>> shuffle(Map<String, Set<String>> tools, Random random) {
		List<String> servers = new ArrayList<>(tools.keySet());
		Collections.shuffle(servers, random);
		Map<String, Set<String>> shuffled = new LinkedHashMap<>();
		for (String server : servers) {
			List<String> own = new ArrayList<>(tools.get(server));
			Collections.shuffle(own, random);
			shuffled.put(server, new LinkedHashSet<>(own));
		}
		return shuffled;
	}

}
