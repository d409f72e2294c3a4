package io.github.mcpclient;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.InMemoryServer;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(60)
class ToolListBehaviourTests {

	private static McpTools tools(McpServer... servers) {
		return McpTools.builder(List.of(servers)).build();
	}

	private static List<String> names(McpTools tools) {
		return tools.list().stream().map(McpTool::name).toList();
	}

	private static List<ILoggingEvent> logged(String server, Runnable action) {
		Logger logger = (Logger) LoggerFactory.getLogger("mcp.server." + server);
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		logger.addAppender(appender);
		try {
			action.run();
		}
		finally {
			logger.detachAppender(appender);
		}
		return appender.list.stream().filter((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).toList();
	}

	@Test
	@Behaviour("H3")
	void serversAreListedInParallel() {
		CyclicBarrier together = new CyclicBarrier(5);
		McpServer[] servers = IntStream.range(0, 5).mapToObj((i) -> new InMemoryServer("s" + i).onList((context) -> {
			await(together);
			return List.of(InMemoryServer.tool("x"));
		})).toArray(McpServer[]::new);
		assertThat(names(tools(servers))).containsExactly("mcp_s0__x", "mcp_s1__x", "mcp_s2__x", "mcp_s3__x",
				"mcp_s4__x");
	}

	@Test
	@Behaviour("H3")
	void theNumberOfThreadsThatListIsBounded() {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		CyclicBarrier bound = new CyclicBarrier(33);
		McpServer[] servers = IntStream.range(0, 66).mapToObj((i) -> new InMemoryServer("s" + i).onList((context) -> {
			threads.add(Thread.currentThread());
			await(bound);
			return List.of(InMemoryServer.tool("x"));
		})).toArray(McpServer[]::new);
		assertThat(tools(servers).list()).hasSize(66);
		assertThat(threads).hasSize(33);
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(30, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	@Behaviour("H3")
	void aServerThatFailsIsLeftOutAndTheRestIsUsable() {
		McpServer failing = new InMemoryServer("failing", "x").state(State.CONNECTED).onList((context) -> {
			throw new McpProtocolException("failing", "out of order", -32603, null);
		});
		McpTools tools = tools(new InMemoryServer("a", "x"), failing, new InMemoryServer("b", "x"));
		List<ILoggingEvent> warnings = logged("failing", () -> {
			assertThat(names(tools)).containsExactly("mcp_a__x", "mcp_b__x");
			assertThat(names(tools)).containsExactly("mcp_a__x", "mcp_b__x");
		});
		assertThat(warnings).hasSize(1);
		assertThat(warnings.get(0).getFormattedMessage()).contains("out of order");
		assertThat(tools.callForModel("mcp_b__x", "{}", CallContext.empty()).isError()).isFalse();
	}

	@ParameterizedTest
	@Behaviour({ "C3", "H3" })
	@EnumSource(names = { "RECONNECTING", "FAILED", "CLOSED" })
	void aServerThatIsNotConnectedIsLeftOutAndNotAsked(State state) {
		List<String> events = new CopyOnWriteArrayList<>();
		InMemoryServer server = new InMemoryServer("a", events, "x");
		McpTools tools = tools(server);
		assertThat(names(tools)).containsExactly("mcp_a__x");
		events.clear();
		assertThat(names(tools(server.state(state)))).isEmpty();
		assertThat(names(tools)).isEmpty();
		assertThat(events).isEmpty();
		server.state(State.CONNECTED);
		assertThat(names(tools)).containsExactly("mcp_a__x");
	}

	@ParameterizedTest
	@Behaviour("H3")
	@EnumSource(names = { "NEW", "CONNECTING", "CONNECTED" })
	void listingIsAUseOfAServerThatConnectsAtItsFirstUse(State state) {
		assertThat(names(tools(new InMemoryServer("a", "x").state(state)))).containsExactly("mcp_a__x");
	}

	@Test
	@Behaviour("H3")
	void theFailureOfARealServerIsInItsStatus() {
		Script script = new Script().on("tools/list",
				Script.result("{\"tools\":[{\"name\":\"x\",\"inputSchema\":{}}]}"));
		try (McpServer good = McpServer.builder(script.settings().build()).name("good").build();
				McpServer bad = McpServer.builder(new Script().onStart(Script.exit(3)).settings().build())
					.name("bad")
					.build()) {
			assertThat(names(tools(bad, good))).containsExactly("mcp_good__x");
			assertThat(good.status().state()).isEqualTo(State.CONNECTED);
			assertThat(bad.status().failure().orElseThrow()).hasMessageContaining("exited with code 3");
		}
	}

	@Test
	@Behaviour("H3")
	void aServerWithoutTheCapabilityHasNoToolsAndIsNoFailure() {
		McpServerInfo info = new McpServerInfo("a", "1", Optional.empty(), ServerCapabilities.builder().build(), "1");
		List<String> events = new CopyOnWriteArrayList<>();
		McpServer told = new InMemoryServer("a", events, "x").info(info);
		McpServer refusing = new InMemoryServer("b").state(State.CONNECTED).onList((context) -> {
			throw Unsupported.operation(told, "tools/list");
		});
		assertThat(logged("b", () -> assertThat(names(tools(told, refusing))).isEmpty())).isEmpty();
		assertThat(events).isEmpty();
	}

	@Test
	@Behaviour("H3")
	void anErrorOfAServerIsRaised() {
		McpServer broken = new InMemoryServer("broken").onList((context) -> {
			throw new NoClassDefFoundError("on purpose");
		});
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> tools(new InMemoryServer("a", "x"), broken, new InMemoryServer("b")).list());
	}

	@Test
	@Behaviour("H3")
	void interruptingTheCallerEndsTheListingAndFreesItsThreads() throws Exception {
		CountDownLatch listing = new CountDownLatch(3);
		CountDownLatch freed = new CountDownLatch(3);
		McpServer[] servers = IntStream.range(0, 3).mapToObj((i) -> new InMemoryServer("s" + i).onList((context) -> {
			listing.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				freed.countDown();
				Thread.currentThread().interrupt();
				throw new McpInterruptedException("s" + i, "tools/list", false);
			}
			return List.of();
		})).toArray(McpServer[]::new);
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Thread caller = new Thread(() -> {
			try {
				tools(servers).list();
				interrupted.complete(false);
			}
			catch (McpInterruptedException ex) {
				interrupted.complete(Thread.currentThread().isInterrupted());
			}
		});
		caller.start();
		listing.await();
		caller.interrupt();
		assertThat(interrupted.get()).isTrue();
		freed.await();
	}

	@Test
	@Behaviour("H3")
	void noServersHaveNoTools() {
		assertThat(tools().list()).isEmpty();
	}

	@Test
	@Behaviour("H3")
	void listingOnAThreadThatMustNotBlockIsRefused() {
		McpTools tools = tools(new InMemoryServer("a", "x"));
		assertThatIllegalStateException()
			.isThrownBy(() -> Mono.fromCallable(tools::list).subscribeOn(Schedulers.parallel()).block())
			.withMessageContaining("must not");
	}

	@Test
	@Behaviour("H3")
	void twoServersOfOneNameAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> tools(new InMemoryServer("a"), new InMemoryServer("a")))
			.withMessageContaining("'a'");
	}

	@ParameterizedTest
	@Behaviour("H4")
	@CsvSource(nullValues = "-", value = { "does it, title, hint, does it", "-, title, hint, title",
			"' ', title, hint, title", "-, -, hint, hint", "'', '', hint, hint", "-, -, -, ''" })
	void theDescriptionFallsBackToTheTitles(String description, String title, String hint, String expected) {
		assertThat(entry(tool(title, description, hint)).description()).isEqualTo(expected);
	}

	@Test
	@Behaviour("H13")
	void anEntryCarriesTitleServerAndOriginalName() {
		Tool tool = tool("Title", "does it", "Hint");
		McpTool entry = entry(tool);
		assertThat(entry.title()).contains("Title");
		assertThat(entry.serverName()).isEqualTo("a.b");
		assertThat(entry.originalName()).isEqualTo("x");
		assertThat(entry.definition()).isSameAs(tool);
		assertThat(entry(tool(null, null, "Hint")).title()).contains("Hint");
		assertThat(entry(InMemoryServer.tool("x")).title()).isEmpty();
	}

	private static Tool tool(String title, String description, String hint) {
		return new Tool("x", title, description, Map.of(), null,
				new ToolAnnotations(hint, null, null, null, null, null), null);
	}

	private static McpTool entry(Tool tool) {
		return tools(new InMemoryServer("a.b").tools(tool)).list().get(0);
	}

	@Test
	@Behaviour("H5")
	void aSchemaWithoutPropertiesGetsEmptyOnesOnACopy() {
		Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object", "title", "t"));
		McpTool entry = entry(new Tool("x", null, null, schema, null, null, null));
		assertThat(entry.inputSchema()).isEqualTo(Map.of("type", "object", "title", "t", "properties", Map.of()));
		assertThat(schema).doesNotContainKey("properties");
		assertThat(entry.definition().inputSchema()).doesNotContainKey("properties");
	}

	@Test
	@Behaviour("H11")
	void theListIsMadeAnewEachTime() {
		List<String> events = new CopyOnWriteArrayList<>();
		InMemoryServer server = new InMemoryServer("a", events, "x");
		McpTools tools = tools(server);
		assertThat(names(tools)).containsExactly("mcp_a__x");
		server.tools(InMemoryServer.tool("y"), new Tool("x", null, "changed", Map.of(), null, null, null));
		assertThat(tools.list()).extracting(McpTool::description).containsExactly("", "changed");
		assertThat(events).containsExactly("list a", "list a");
	}

	@Test
	@Behaviour("H11")
	void anUnchangedListIsNotMadeOutOfNewEntries() {
		InMemoryServer server = new InMemoryServer("a", "x", "y");
		McpTools tools = tools(server, new InMemoryServer("b", "x"));
		List<McpTool> before = tools.list();
		assertThat(tools.list()).isSameAs(before);
		server.tools(InMemoryServer.tool("y"), InMemoryServer.tool("x"));
		List<McpTool> after = tools.list();
		assertThat(after).containsExactly(before.get(1), before.get(0), before.get(2));
		assertThat(after.get(0)).isSameAs(before.get(1));
	}

	@Test
	@Behaviour("H11")
	void everyCallerGetsWhatItsOwnContextAllows() {
		InMemoryServer server = new InMemoryServer("a", "x", "y");
		List<Tool> all = server.listTools();
		server
			.onList((context) -> all.stream().filter((tool) -> context.attributes().containsKey(tool.name())).toList());
		McpTools tools = tools(server);
		for (int i = 0; i < 3; i++) {
			assertThat(tools.list(CallContext.empty())).isEmpty();
			assertThat(tools.list(CallContext.empty().withAttributes(Map.of("x", 1)))).extracting(McpTool::name)
				.containsExactly("mcp_a__x");
			assertThat(tools.list(CallContext.empty().withAttributes(Map.of("y", 1)))).extracting(McpTool::name)
				.containsExactly("mcp_a__y");
		}
	}

	@Test
	@Behaviour("H11")
	void listsAreRightWhileServersChangeUnderManyThreads() throws Exception {
		List<InMemoryServer> servers = IntStream.range(0, 4)
			.mapToObj((i) -> new InMemoryServer("s" + i, "t0"))
			.toList();
		McpTools tools = McpTools.builder(servers).build();
		List<CompletableFuture<Void>> threads = new ArrayList<>();
		for (InMemoryServer server : servers) {
			threads.add(CompletableFuture.runAsync(() -> IntStream.range(0, 300)
				.forEach((i) -> server.tools(InMemoryServer.tool("t" + i % 7), InMemoryServer.tool("u" + i % 3)))));
			threads.add(CompletableFuture.runAsync(() -> IntStream.range(0, 300)
				.forEach((i) -> assertThat(tools.list()).extracting(McpTool::name)
					.doesNotHaveDuplicates()
					.allMatch((name) -> name.matches("mcp_s[0-3]__[tu][0-9]")))));
		}
		CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get();
		assertThat(names(tools)).containsExactly("mcp_s0__t5", "mcp_s0__u2", "mcp_s1__t5", "mcp_s1__u2", "mcp_s2__t5",
				"mcp_s2__u2", "mcp_s3__t5", "mcp_s3__u2");
	}

	@Test
	@Behaviour("H11")
	void aServerThatKeepsNoListAndAnswersWithAMutableOneIsListedRightly() {
		List<Tool> mutable = new ArrayList<>(List.of(InMemoryServer.tool("x")));
		McpTools tools = tools(new InMemoryServer("a").nothingCached().onList((context) -> mutable));
		List<McpTool> before = tools.list();
		mutable.add(InMemoryServer.tool("y"));
		assertThat(names(tools)).containsExactly("mcp_a__x", "mcp_a__y");
		assertThat(before).hasSize(1);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(before::clear);
	}

	@Test
	@Behaviour("H12")
	void ofANameTwiceWithinAServerTheFirstWinsWithOneWarning() {
		InMemoryServer server = new InMemoryServer("twice").tools(
				new Tool("x", null, "first", Map.of(), null, null, null),
				new Tool("x", null, "second", Map.of(), null, null, null));
		McpTools tools = tools(server, new InMemoryServer("other", "x"));
		List<ILoggingEvent> warnings = logged("twice", () -> {
			assertThat(tools.list()).extracting(McpTool::description).containsExactly("first", "");
			server.tools(List.copyOf(server.listTools()));
			tools.list();
			server.tools(new ArrayList<>(server.listTools()));
			assertThat(names(tools)).containsExactly("mcp_twice__x", "mcp_other__x");
		});
		assertThat(warnings).hasSize(1);
		assertThat(warnings.get(0).getFormattedMessage()).contains("'x'");
	}

}
