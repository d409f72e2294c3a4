package io.github.mcpclient;

import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.LogOf;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which tools exist for the application, and how one might get at the others.
 */
class FilterBehaviourTests {

	private final FakeServer fake = new FakeServer().tools(Definitions.tool("search_web"),
			Definitions.tool("search_files"), Definitions.tool("delete_file"), Definitions.tool("read_file"));

	private McpServer filtered(ToolFilter filter) {
		return McpServer.guard(this.fake, McpServerPolicy.builder().cacheTools(true).toolFilter(filter).build());
	}

	private McpServer filtered(@Nullable List<String> allow, List<String> block) {
		return filtered(ToolFilter.of(allow, block));
	}

	private static List<String> names(McpServer server) {
		return server.listTools().stream().map(Tool::name).toList();
	}

	private void assertNotAllowed(McpServer server, String tool) {
		assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> server.callTool(tool, null));
		assertThatExceptionOfType(McpToolNotAllowedException.class)
			.isThrownBy(() -> server.async().callTool(tool, null).block(Duration.ofMinutes(1)));
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("D1")
	void onlyAllowedToolsAreListedInTheServersOrder() {
		assertThat(names(filtered(List.of("read_file", "no_such_tool", "search_web"), List.of())))
			.containsExactly("search_web", "read_file");
	}

	@Test
	@Behaviour("D1")
	void blockedToolsAreDroppedFromTheAllowedOnes() {
		assertThat(names(filtered(List.of("search_web", "delete_file"), List.of("delete_file", "no_such_tool"))))
			.containsExactly("search_web");
		assertThat(names(filtered(null, List.of("delete_file")))).containsExactly("search_web", "search_files",
				"read_file");
	}

	@Test
	@Behaviour("D1")
	void anEmptyListAllowsNothing() {
		McpServer server = filtered(List.of(), List.of());
		assertThat(names(server)).isEmpty();
		assertNotAllowed(server, "read_file");
	}

	@Test
	@Behaviour("D1")
	void withoutListsEverythingIsAllowed() {
		assertThat(names(filtered(null, List.of()))).hasSize(4);
		assertThat(names(filtered(ToolFilter.all()))).hasSize(4);
	}

	@Test
	@Behaviour("D1")
	void entriesMayBeGlobs() {
		assertThat(names(filtered(List.of("search_*", "????_file"), List.of("*_web")))).containsExactly("search_files",
				"read_file");
	}

	@ParameterizedTest
	@CsvSource({ "*, '', true", "?, '', false", "a*c, ac, true", "a*c, abbc, true", "a*c, abcd, false",
			"a?c, abc, true", "a?c, ac, false", "**, anything, true", "*a*b*, xxaxxbxx, true", "*a*b*, xxbxxaxx, false",
			"a.c, abc, false", "[abc], a, false", "a+, aa, false", "A, a, false", "a\\*, 'a*', false", "'a ', a, false",
			"?, \uD83D\uDE00, true", "??, \uD83D\uDE00, false",
			"*a*a*a*a*a*a*a*a*b, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, false" })
	@Behaviour("D1")
	void aGlobMeansItsCharactersButForStarAndQuestionMark(String glob, String name, boolean matches) {
		assertThat(new ToolNamePatterns(List.of(glob)).matches(name)).isEqualTo(matches);
	}

	@Test
	@Behaviour("D1")
	void aToolWhoseNameIsAGlobIsMeantByItsName() {
		this.fake.tools(Definitions.tool("a*"), Definitions.tool("ab"));
		assertThat(names(filtered(List.of("a*"), List.of()))).containsExactly("a*", "ab");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t", "\u2003" })
	@Behaviour("D1")
	void aBlankNameIsRefused(String blank) {
		assertThatIllegalArgumentException().isThrownBy(() -> ToolFilter.of(List.of("a", blank), List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> ToolFilter.of(null, List.of(blank)));
	}

	@Test
	@Behaviour("D1")
	void aNameThatMeansNoToolIsWarnedOfOnce() {
		try (LogOf log = new LogOf("mcp.server.fake")) {
			McpServer server = filtered(List.of("search_*", "raed_file"), List.of("delete_files"));
			server.listTools();
			server.invalidateToolsCache();
			server.listTools();
			assertThat(log.warnings()).containsExactlyInAnyOrder(
					"'raed_file' in tool filter or approval matches none of the server's tools",
					"'delete_files' in tool filter or approval matches none of the server's tools");
		}
	}

	@Test
	@Behaviour("D1")
	void aServerThatListsOtherToolsEachTimeCannotFillTheMemoryWithWarnings() {
		try (LogOf log = new LogOf("mcp.server.fake")) {
			McpServer server = McpServer.guard(this.fake, McpServerPolicy.builder().build());
			for (int i = 0; i < 11; i++) {
				List<Tool> tools = new ArrayList<>();
				for (int j = 0; j < 100; j++) {
					Tool tool = Definitions.tool("tool-" + i + "-" + j);
					tools.addAll(List.of(tool, tool));
				}
				this.fake.tools(() -> tools);
				server.listTools();
			}
			assertThat(log.warnings()).hasSize(1000);
		}
	}

	@Test
	@Behaviour("D2")
	void aDynamicFilterIsAskedOncePerToolInOrderWithTheContext() {
		Principal alice = () -> "alice";
		List<String> asked = new CopyOnWriteArrayList<>();
		McpServer server = filtered((context, tool) -> {
			asked.add(tool.name());
			assertThat(context.serverName()).isEqualTo("fake");
			assertThat(context.principal()).hasValue(alice);
			assertThat(context.attributes()).containsExactly(Map.entry("tenant", "blue"));
			return tool.name().endsWith("_file");
		});
		CallContext context = CallContext.of(alice).withAttributes(Map.of("tenant", "blue"));
		assertThat(server.listTools(context)).extracting(Tool::name).containsExactly("delete_file", "read_file");
		assertThat(asked).containsExactly("search_web", "search_files", "delete_file", "read_file");
		asked.clear();
		server.callTool(ToolCall.builder("read_file").context(context).build());
		assertThat(asked).containsExactly("read_file");
	}

	@Test
	@Behaviour("D2")
	void anAsynchronousCallerDoesNotRunTheFilter() {
		List<Thread> threads = new CopyOnWriteArrayList<>();
		McpServer server = filtered((context, tool) -> threads.add(Thread.currentThread()));
		server.async().listTools().block(Duration.ofMinutes(1));
		assertThat(threads).hasSize(4).doesNotContain(Thread.currentThread());
	}

	@Test
	@Behaviour("D3")
	void aDynamicFilterGetsAnEmptyContextWhereThereIsNone() {
		List<CallContext> contexts = new CopyOnWriteArrayList<>();
		McpServer server = filtered((context, tool) -> contexts.add(context));
		server.listTools();
		server.callTool("read_file", null);
		assertThat(contexts).hasSize(5).allSatisfy((context) -> {
			assertThat(context.serverName()).isEqualTo("fake");
			assertThat(context.principal()).isEmpty();
			assertThat(context.attributes()).isEmpty();
		});
	}

	@Test
	@Behaviour("D4")
	void aFilterThatThrowsExcludesThatToolOnlyAndIsLogged() {
		try (LogOf log = new LogOf("mcp.server.fake")) {
			McpServer server = filtered((context, tool) -> {
				if (tool.name().equals("delete_file")) {
					throw new IllegalStateException("no idea");
				}
				return true;
			});
			assertThat(names(server)).containsExactly("search_web", "search_files", "read_file");
			assertThat(log.warnings()).containsExactly("The tool filter failed for the tool 'delete_file', which is "
					+ "excluded: java.lang.IllegalStateException: no idea");
			assertNotAllowed(server, "delete_file");
		}
	}

	@Test
	@Behaviour("D5")
	void theFilterCanBeReplacedWithoutANewFetch() {
		McpServer server = filtered(List.of("search_*"), List.of());
		assertThat(names(server)).containsExactly("search_web", "search_files");
		server.toolFilter(ToolFilter.of(null, List.of("search_*")));
		assertThat(names(server)).containsExactly("delete_file", "read_file");
		server.toolFilter(ToolFilter.all());
		assertThat(names(server)).hasSize(4);
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("D5")
	void aReplacedFilterGuardsTheNextCall() {
		McpServer server = filtered(ToolFilter.all());
		server.callTool("delete_file", null);
		this.fake.calls.clear();
		server.toolFilter(ToolFilter.of(null, List.of("delete_*")));
		assertNotAllowed(server, "delete_file");
		server.toolFilter((context, tool) -> false);
		assertNotAllowed(server, "read_file");
	}

	@Test
	@Behaviour("D6")
	void aFilteredOutToolCannotBeCalled() {
		McpServer server = filtered(List.of("search_*"), List.of("search_web"));
		assertThatExceptionOfType(McpToolNotAllowedException.class)
			.isThrownBy(() -> server.callTool("delete_file", null))
			.withMessage("MCP server 'fake': the tool 'delete_file' is excluded by the tool filter")
			.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isFalse());
		assertNotAllowed(server, "search_web");
		server.callTool("search_files", null);
		assertThat(this.fake.called()).containsExactly("search_files");
	}

	@ParameterizedTest
	@ValueSource(strings = { "SEARCH_FILES", "search_files ", " search_files", "search_files\n", "search_files\0",
			"search\u200B_files", "ｓearch_files", "se\u0430rch_files", "search_*", "*", "", "delete_file" })
	@Behaviour("D6")
	void anotherSpellingOfAnAllowedNameIsAnotherTool(String name) {
		assertNotAllowed(filtered(List.of("search_files"), List.of()), name);
	}

	@Test
	@Behaviour("D6")
	void whatIsSentIsTheNameThatWasJudged() {
		McpServer server = filtered(null, List.of("delete_file"));
		server.callTool("DELETE_FILE", null);
		assertThat(this.fake.called()).containsExactly("DELETE_FILE");
	}

	@Test
	@Behaviour("D6")
	void aRefusedCallFetchesNothingAndAsksNobody() {
		McpServer server = McpServer.guard(this.fake,
				McpServerPolicy.builder()
					.toolFilter(ToolFilter.of(List.of("a"), List.of()))
					.approval((context, tool) -> true)
					.approvalHandler((request) -> {
						throw new AssertionError("asked");
					})
					.metaResolver((call) -> {
						throw new AssertionError("resolved");
					})
					.retry(RetryPolicy.of(3))
					.build());
		assertNotAllowed(server, "delete_file");
		assertThat(this.fake.listings).hasValue(0);
	}

	@Test
	@Behaviour("D6")
	void aToolIsJudgedByItsDefinitionOnceTheServerHasChangedIt() {
		Guard guard = guard(McpServerPolicy.builder()
			.cacheTools(true)
			.toolFilter((context, tool) -> tool.annotations() != null
					&& Boolean.TRUE.equals(tool.annotations().readOnlyHint()))
			.build());
		McpServer server = new GuardedMcpServer(this.fake, guard);
		this.fake.tools(Definitions.readOnly("read_file"));
		server.listTools();
		server.callTool("read_file", null);
		this.fake.calls.clear();
		this.fake.tools(Definitions.annotated("read_file", false, null));
		guard.toolsChanged();
		assertNotAllowed(server, "read_file");
	}

	@Test
	@Behaviour("D6")
	void aListThatWasFetchedFromAServerThatIsDownNowDoesNotJudge() {
		Guard guard = guard(McpServerPolicy.builder().cacheTools(true).toolFilter((context, tool) -> true).build());
		McpServer server = new GuardedMcpServer(this.fake, guard);
		server.listTools();
		guard.toolsChanged();
		this.fake.state(McpServerStatus.State.RECONNECTING);
		assertThat(names(server)).hasSize(4);
		this.fake.tools(() -> {
			throw new McpConnectionException("fake", "not connected", null);
		});
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("read_file", null));
		assertThat(this.fake.calls).isEmpty();
	}

	private static Guard guard(McpServerPolicy policy) {
		Logger logger = LoggerFactory.getLogger("mcp.server.fake");
		return new Guard("fake", policy, new ServerEvents("fake", List.of(), logger), logger);
	}

	@Test
	@Behaviour("D6")
	void invalidatingDoesNotLetAToolThrough() {
		McpServer server = filtered((context, tool) -> tool.name().startsWith("search"));
		server.listTools();
		server.invalidateToolsCache();
		assertNotAllowed(server, "delete_file");
		this.fake.tools(List::of);
		server.invalidateToolsCache();
		assertNotAllowed(server, "delete_file");
	}

	@Test
	@Behaviour({ "D6", "C5" })
	void theListThatTheFilterIsJudgedByCannotBeChangedFromOutside() {
		Tool[] given = { Definitions.annotated("delete_file", false, false) };
		this.fake.tools(() -> Arrays.asList(given));
		McpServer server = filtered((context, tool) -> Boolean.TRUE.equals(tool.annotations().readOnlyHint()));
		assertThat(names(server)).isEmpty();
		given[0] = Definitions.readOnly("delete_file");
		assertNotAllowed(server, "delete_file");
	}

	@Test
	@Behaviour("D6")
	void anUnknownToolIsRefusedUnderADynamicFilter() {
		McpServer server = filtered((context, tool) -> true);
		assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> server.callTool("hidden", null))
			.withMessage("MCP server 'fake': the tool 'hidden' is unknown, so that filter and approval cannot judge "
					+ "it");
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("D6")
	void aFilterThatIsNotEnforcedGuardsListingsOnly() {
		for (ToolFilter filter : List.of(ToolFilter.of(List.of(), List.of()), (ToolFilter) (context, tool) -> false)) {
			this.fake.calls.clear();
			McpServer server = McpServer.guard(this.fake,
					McpServerPolicy.builder().toolFilter(filter).enforceToolFilter(false).build());
			assertThat(server.listTools()).isEmpty();
			server.callTool("delete_file", null);
			server.callTool("hidden", null);
			assertThat(this.fake.called()).containsExactly("delete_file", "hidden");
		}
	}

}
