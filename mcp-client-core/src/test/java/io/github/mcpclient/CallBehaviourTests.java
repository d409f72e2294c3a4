package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.InstantTransport;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What happens to a call before, while and after it is sent.
 */
class CallBehaviourTests {

	private final FakeServer fake = new FakeServer();

	private McpServer server(McpServerPolicy.Builder policy) {
		return McpServer.guard(this.fake, policy.build());
	}

	private McpServer server() {
		return server(McpServerPolicy.builder());
	}

	private static RetryPolicy immediately(int maxRetries) {
		return new RetryPolicy(maxRetries, Duration.ZERO, Duration.ZERO, 0, false);
	}

	@Test
	@Behaviour("E1")
	void requiredArgumentsAreCheckedBeforeAnythingIsSent() {
		this.fake.tools(Definitions.requiring("write", "path", "content", "author"));
		McpServer server = server(
				McpServerPolicy.builder().toolFilter(ToolFilter.of(null, List.of("x"))).metaResolver((call) -> {
					throw new AssertionError("resolved");
				}).approval(ApprovalPolicy.always()));
		server.listTools();
		McpInvalidArgumentsException failure = catchThrowableOfType(McpInvalidArgumentsException.class,
				() -> server.callTool("write", Map.of("content", "text")));
		assertThat(failure).hasMessage("MCP server 'fake': the tool 'write' lacks required arguments: author, path");
		assertThat(failure.outcomeUnknown()).isFalse();
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E1")
	void theListThatArgumentsAreCheckedAgainstIsTheUnfilteredOne() {
		this.fake.tools(Definitions.requiring("write", "path"));
		McpServer server = server(
				McpServerPolicy.builder().toolFilter(ToolFilter.of(List.of(), List.of())).enforceToolFilter(false));
		assertThat(server.listTools()).isEmpty();
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("write", null));
	}

	@Test
	@Behaviour("E1")
	void noWayOfCallingGoesPastTheCheck() {
		this.fake.tools(Definitions.requiring("write", "path"));
		McpServer server = server();
		server.listTools();
		List<Runnable> ways = List.of(() -> server.callTool("write", null),
				() -> server.callTool("write", Map.of("PATH", 1)), () -> server.callTool("write", Map.of("path ", 1)),
				() -> server.async().callTool("write", null).block(Duration.ofMinutes(1)),
				() -> McpServer.guard(server, McpServerPolicy.builder().build()).callTool("write", null));
		server.invalidateToolsCache();
		for (Runnable way : ways) {
			assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(way::run);
		}
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E2")
	void argumentsAreNotCheckedWhereNothingSaysWhatIsRequired() {
		Map<String, Object> noList = new LinkedHashMap<>(Map.of("type", "object", "required", "path"));
		Map<String, Object> nothing = new HashMap<>(Map.of("type", "object"));
		nothing.put("required", null);
		this.fake.tools(Tool.builder("no-list", noList).build(), Tool.builder("null-list", nothing).build(),
				Definitions.tool("missing"), Definitions.requiring("empty"));
		McpServer server = server();
		server.callTool("before-any-list", null);
		server.listTools();
		for (String tool : List.of("no-list", "null-list", "missing", "empty", "not-listed")) {
			server.callTool(tool, null);
		}
		assertThat(this.fake.calls).hasSize(6);
	}

	@Test
	@Behaviour("E2")
	void entriesThatAreNoStringsAreIgnored() {
		this.fake.tools(Definitions.requiring("odd", 1, List.of("x"), "path"));
		McpServer server = server();
		server.listTools();
		server.callTool("odd", Map.of("path", "a"));
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("odd", null))
			.withMessageEndingWith("lacks required arguments: path");
	}

	@Test
	@Behaviour("E2")
	void aKeyWithANullValueIsPresentAndNullArgumentsAreEmpty() {
		this.fake.tools(Definitions.requiring("write", "path"));
		McpServer server = server();
		server.listTools();
		Map<String, Object> arguments = new HashMap<>();
		arguments.put("path", null);
		server.callTool("write", arguments);
		assertThat(this.fake.calls.get(0).arguments()).isEqualTo(arguments);
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("write", null));
		server.callTool("other", null);
		assertThat(this.fake.calls.get(1).arguments()).isEmpty();
	}

	@Test
	@Behaviour("E3")
	void missingArgumentsCostNoRetry() {
		this.fake.tools(Definitions.requiring("write", "path"));
		McpServer server = server(McpServerPolicy.builder().cacheTools(true).retry(immediately(3)));
		server.listTools();
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("write", null));
		assertThat(this.fake.calls).isEmpty();
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("E4")
	void explicitMetaComesBeforeTheResolversKeyByKey() {
		McpServer server = server(
				McpServerPolicy.builder().metaResolver((call) -> Map.of("tenant", "resolved", "trace", "resolved")));
		server.callTool(ToolCall.builder("tool").meta(Map.of("tenant", "explicit", "user", "explicit")).build());
		assertThat(this.fake.calls.get(0).meta())
			.isEqualTo(Map.of("tenant", "explicit", "trace", "resolved", "user", "explicit"));
	}

	@Test
	@Behaviour("E4")
	void withoutMetaOnlyTheTokenThatProgressNeedsIsSent(@TempDir Path directory) throws IOException {
		Path received = directory.resolve("received");
		try (McpServer server = McpServer.builder(new Script().record(received).settings().build()).build()) {
			server.callTool("plain", null);
			server.callTool(ToolCall.builder("marked").meta(Map.of("tenant", "blue")).build());
			server.callTool(ToolCall.builder("own").meta(Map.of("progressToken", "mine")).build());
		}
		assertThat(Files.readString(received))
			.containsPattern("\"name\":\"plain\",\"arguments\":\\{},\"_meta\":\\{\"progressToken\":\\d+}")
			.containsPattern("\"_meta\":\\{\"tenant\":\"blue\",\"progressToken\":\\d+}")
			.contains("\"_meta\":{\"progressToken\":\"mine\"}");
	}

	@Test
	@Behaviour("E5")
	void theResolverSeesToolServerContextAndACopyOfTheArguments() {
		AtomicReference<ToolCall> seen = new AtomicReference<>();
		McpServer server = server(McpServerPolicy.builder().metaResolver((call) -> {
			seen.set(call);
			return null;
		}));
		Principal alice = () -> "alice";
		Map<String, Object> nested = new HashMap<>(Map.of("a", 1));
		server.callTool(ToolCall.builder("tool")
			.arguments(Map.of("nested", nested))
			.context(CallContext.of(alice).withAttributes(Map.of("tenant", "blue")))
			.build());
		ToolCall call = seen.get();
		assertThat(call.name()).isEqualTo("tool");
		assertThat(call.context())
			.isEqualTo(CallContext.of(alice).withAttributes(Map.of("tenant", "blue")).forServer("fake"));
		assertThat(call.arguments()).isEqualTo(Map.of("nested", nested));
		assertThat(call.arguments().get("nested")).isNotSameAs(nested);
	}

	@Test
	@Behaviour("E5")
	void theResolverCannotChangeTheArguments() {
		for (MetaResolver resolver : List.<MetaResolver>of((call) -> {
			call.arguments().put("more", 1);
			return null;
		}, (call) -> {
			((Map<?, ?>) call.arguments().get("nested")).clear();
			return null;
		})) {
			McpServer server = server(McpServerPolicy.builder().metaResolver(resolver));
			assertThatExceptionOfType(McpClientException.class)
				.isThrownBy(() -> server.callTool("tool", Map.of("nested", new HashMap<>(Map.of("a", 1)))))
				.withCauseInstanceOf(UnsupportedOperationException.class);
		}
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E5")
	void whatIsMeantForOneServerReachesNoOther() {
		List<String> servers = new CopyOnWriteArrayList<>();
		MetaResolver resolver = (call) -> {
			servers.add(call.context().serverName());
			return Map.of("for", call.context().serverName());
		};
		CallContext foreign = CallContext.empty().forServer("other");
		server(McpServerPolicy.builder().metaResolver(resolver))
			.callTool(ToolCall.builder("tool").context(foreign).build());
		server().callTool("tool", null);
		assertThat(servers).containsExactly("fake");
		assertThat(this.fake.calls).extracting(ToolCall::meta).containsExactly(Map.of("for", "fake"), Map.of());
	}

	@Test
	@Behaviour("E5")
	void argumentsAreCopiedAsDeepAsTheyCanBeSent() {
		for (int levels : new int[] { 1, 2, 1001, 1002 }) {
			Map<String, Object> innermost = new HashMap<>();
			Map<String, Object> arguments = innermost;
			for (int i = 1; i < levels; i++) {
				arguments = new HashMap<>(Map.of("nested", arguments));
			}
			Object copied = ToolCall.builder("tool").arguments(arguments).build().arguments();
			for (int i = 1; i < levels; i++) {
				copied = ((Map<?, ?>) copied).get("nested");
			}
			assertThat(copied == innermost).as("%d levels", levels).isEqualTo(levels > 1001);
		}
	}

	@Test
	@Behaviour("E5")
	void argumentsThatContainThemselvesCannotBeSent() {
		Map<String, Object> arguments = new HashMap<>();
		List<Object> list = new ArrayList<>(List.of("a"));
		list.add(list);
		arguments.put("self", arguments);
		arguments.put("list", list);
		arguments.put("twice", List.of(Map.of(), Map.of()));
		ToolCall call = ToolCall.builder("tool").arguments(arguments).build();
		assertThat(call.arguments().get("self")).isSameAs(arguments);
		assertThat(((List<?>) call.arguments().get("list")).get(1)).isSameAs(list);
		try (McpServer server = McpServer.builder(InstantTransport.settings()).build()) {
			assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool(call));
		}
	}

	@Test
	@Behaviour("E6")
	void aResultThatIsAnErrorIsAResultAndNotRetried() {
		this.fake.tools(Definitions.readOnly("tool"));
		this.fake.answer((call) -> CallToolResult.builder().addTextContent("no").isError(true).build());
		CallToolResult result = server(McpServerPolicy.builder().retry(immediately(3)).validateOutput(true))
			.callTool("tool", null);
		assertThat(result.isError()).isTrue();
		assertThat(this.fake.calls).hasSize(1);
	}

	@Test
	@Behaviour("E7")
	void requestsRunConcurrently() throws Exception {
		CountDownLatch together = new CountDownLatch(8);
		this.fake.answer((call) -> {
			together.countDown();
			await(together);
			return FakeServer.text("done");
		});
		McpServer server = server();
		List<Running<CallToolResult>> calls = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			calls.add(Running.start(() -> server.callTool("tool", null)));
		}
		calls.forEach(Running::result);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	@Behaviour("E7")
	void limitedToOneTheyRunInTheOrderOfArrival() {
		Blocker first = new Blocker();
		this.fake.answer((call) -> {
			if (call.name().equals("0")) {
				first.block();
			}
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(1));
		List<Running<CallToolResult>> calls = new ArrayList<>();
		List<String> names = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			String name = Integer.toString(i);
			names.add(name);
			calls.add(Running.start(() -> server.callTool(name, null)));
			if (i == 0) {
				first.awaitEntered();
			}
			else {
				calls.get(i).awaitWaiting();
			}
		}
		assertThat(this.fake.called()).containsExactly("0");
		first.release();
		calls.forEach(Running::result);
		assertThat(this.fake.called()).isEqualTo(names);
	}

	@Test
	@Behaviour("E7")
	void neverMoreRunThanTheLimitSaysWhateverHappensToThem() {
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.fake.answer((call) -> {
			most.accumulateAndGet(now.incrementAndGet(), Math::max);
			Thread.yield();
			now.decrementAndGet();
			if (call.name().endsWith("7")) {
				throw new McpConnectionException("fake", "refused", null);
			}
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(3));
		List<Running<Integer>> callers = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			callers.add(Running.start(() -> {
				int failed = 0;
				for (int j = 0; j < 100; j++) {
					try {
						server.callTool("tool-" + j, null);
					}
					catch (McpConnectionException ex) {
						failed++;
					}
				}
				return failed;
			}));
		}
		assertThat(callers).allSatisfy((caller) -> assertThat(caller.result()).isEqualTo(10));
		assertThat(most.get()).isLessThanOrEqualTo(3);
		assertThat(this.fake.calls).hasSize(1600);
	}

	@Test
	@Behaviour("E7")
	void aQueuedCallThatIsCancelledIsNeverSentAndHoldsUpNobody() {
		Blocker first = new Blocker();
		this.fake.answer((call) -> {
			if (call.name().equals("first")) {
				first.block();
			}
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(1));
		Running<CallToolResult> running = Running.start(() -> server.callTool("first", null));
		first.awaitEntered();
		Running<CallToolResult> interrupted = Running.start(() -> server.callTool("interrupted", null)).awaitWaiting();
		Running<CallToolResult> late = Running
			.start(() -> server.callTool(ToolCall.builder("late").timeout(Duration.ofMillis(1)).build()));
		Disposable cancelled = server.async().callTool("cancelled", null).subscribe();
		Running<CallToolResult> last = Running.start(() -> server.callTool("last", null)).awaitWaiting();
		interrupted.interrupt();
		cancelled.dispose();
		assertThat(interrupted.failure()).isInstanceOf(McpInterruptedException.class);
		interrupted.assertInterruptFlagRestored();
		assertThat(late.failure()).isInstanceOfSatisfying(McpTimeoutException.class,
				(ex) -> assertThat(ex.outcomeUnknown()).isFalse());
		first.release();
		running.result();
		last.result();
		assertThat(this.fake.called()).startsWith("first").contains("last").doesNotContain("interrupted", "late");
		server.callTool("after", null);
	}

	@Test
	@Behaviour("E7")
	void aTurnThatComesAtTheMomentOfCancellationIsHandedOn() {
		ConcurrencyLimit limit = new ConcurrencyLimit(1);
		Patience forever = new CloseSignal("fake").until(Deadline.after(Duration.ZERO));
		for (int i = 0; i < 100; i++) {
			Blocker blocker = new Blocker();
			Running<Boolean> running = Running.start(() -> limit.run("first", forever, () -> {
				blocker.block();
				return true;
			}));
			blocker.awaitEntered();
			Running<Boolean> queued = Running.start(() -> limit.run("queued", forever, () -> true)).awaitWaiting();
			blocker.release();
			queued.interrupt();
			running.result();
			assertThat(limit.<Boolean>run("after", forever, () -> true)).isTrue();
		}
	}

	@Test
	@Behaviour({ "E7", "B17" })
	void closingFailsQueuedCallsAtOnce() {
		Blocker first = new Blocker();
		this.fake.answer((call) -> {
			first.block();
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(1));
		Running<CallToolResult> running = Running.start(() -> server.callTool("first", null));
		first.awaitEntered();
		Running<CallToolResult> queued = Running.start(() -> server.callTool("queued", null)).awaitWaiting();
		server.close();
		assertThat(queued.failure()).hasMessage("MCP server 'fake': closed");
		server.connect();
		Running<CallToolResult> next = Running.start(() -> server.callTool("next", null)).awaitWaiting();
		first.release();
		running.result();
		next.result();
		assertThat(this.fake.called()).containsExactly("first", "next");
	}

	@Test
	@Behaviour("E7")
	void aCallThatBacksOffTakesNobodysTurn() {
		AtomicInteger failures = new AtomicInteger(1);
		this.fake.answer((call) -> {
			if (call.name().equals("failing") && failures.getAndDecrement() > 0) {
				throw new McpConnectionException("fake", "refused", null);
			}
			return FakeServer.text("done");
		});
		RetryPolicy hours = new RetryPolicy(1, Duration.ofHours(1), Duration.ofHours(1), 0, true);
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(1).retry(hours));
		Running<CallToolResult> backingOff = Running.start(() -> server.callTool("failing", null)).awaitWaiting();
		server.callTool("other", null);
		assertThat(backingOff.isDone()).isFalse();
		server.close();
		backingOff.failure();
	}

	@Test
	@Behaviour("E7")
	void listingsAndReadsTakeTheirTurnToo() {
		Blocker first = new Blocker();
		this.fake.answer((call) -> {
			first.block();
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(1));
		Running<CallToolResult> running = Running.start(() -> server.callTool("first", null));
		first.awaitEntered();
		Running<List<Tool>> queued = Running.start(() -> server.listTools()).awaitWaiting();
		assertThat(this.fake.listings).hasValue(0);
		first.release();
		running.result();
		queued.result();
	}

	@Test
	@Behaviour("E8")
	void aCallThatFailsDoesNotDisturbItsSiblings() {
		Semaphore entered = new Semaphore(0);
		Blocker blocker = new Blocker();
		this.fake.answer((call) -> {
			if (call.name().equals("failing")) {
				throw new McpConnectionException("fake", "broke", null, true, 500);
			}
			entered.release();
			blocker.block();
			return FakeServer.text(call.name());
		});
		McpServer server = server();
		List<Running<CallToolResult>> siblings = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			siblings.add(Running.start(() -> server.callTool("sibling", null)));
		}
		entered.acquireUninterruptibly(4);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("failing", null));
		blocker.release();
		siblings.forEach(
				(sibling) -> assertThat(((TextContent) sibling.result().content().get(0)).text()).isEqualTo("sibling"));
	}

	@Test
	@Behaviour("E9")
	void promptsAndResourcesAreRetriedAndTheirCursorPassedThrough() {
		Script script = new Script()
			.on("resources/list page-2", Script.result("{\"resources\":[],\"nextCursor\":\"page-3\"}"))
			.on("resources/templates/list page-2", Script.result("{\"resourceTemplates\":[],\"nextCursor\":\"x\"}"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			assertThat(server.listResources("page-2").nextCursor()).isEqualTo("page-3");
			assertThat(server.listResourceTemplates("page-2").nextCursor()).isEqualTo("x");
		}
		List<String> attempted = new CopyOnWriteArrayList<>();
		McpServer flaky = McpServer.guard(new FlakyReads(attempted),
				McpServerPolicy.builder().retry(immediately(1)).build());
		flaky.getPrompt("prompt", null);
		flaky.readResource("a:b");
		flaky.subscribe("a:b");
		flaky.loggingLevel(LoggingLevel.INFO);
		assertThat(attempted).containsExactly("prompt", "prompt", "read", "read", "subscribe", "subscribe", "level",
				"level");
	}

	@Test
	@Behaviour("E9")
	void everyReadFailsOnceClosed() {
		McpServer server = McpServer.guard(new FlakyReads(new ArrayList<>()), McpServerPolicy.builder().build());
		server.close();
		List<Runnable> operations = List.of(server::listPrompts, () -> server.getPrompt("prompt", null),
				() -> server.listResources(null), () -> server.listResourceTemplates(null),
				() -> server.readResource("a:b"), () -> server.subscribe("a:b"), () -> server.unsubscribe("a:b"),
				() -> server.complete(null), () -> server.loggingLevel(null), server::ping, server::listTools,
				() -> server.callTool("tool", null));
		for (Runnable operation : operations) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(operation::run)
				.withMessage("MCP server 'flaky': closed");
		}
	}

	@Test
	@Behaviour("E10")
	void aServerWithoutACapabilityIsNotAsked(@TempDir Path directory) throws IOException {
		Path received = directory.resolve("received");
		Script script = new Script().on("initialize", Script.initialized("{}")).record(received);
		try (McpServer server = McpServer.builder(script.settings().build())
			.name("bare")
			.policy((policy) -> policy.retry(immediately(3)).cacheTools(true))
			.build()) {
			server.connect();
			Map<String, Runnable> operations = new LinkedHashMap<>();
			operations.put("tools/list", server::listTools);
			operations.put("tools/call", () -> server.callTool("tool", null));
			operations.put("prompts/list", server::listPrompts);
			operations.put("prompts/get", () -> server.getPrompt("prompt", null));
			operations.put("resources/list", () -> server.listResources(null));
			operations.put("resources/templates/list", () -> server.listResourceTemplates(null));
			operations.put("resources/read", () -> server.readResource("a:b"));
			operations.put("resources/subscribe", () -> server.subscribe("a:b"));
			operations
				.forEach((operation, run) -> assertThatExceptionOfType(McpProtocolException.class).isThrownBy(run::run)
					.withMessage("MCP server 'bare': does not support " + operation)
					.satisfies((ex) -> assertThat(ex.code()).isEqualTo(-32601)));
		}
		assertThat(Files.readAllLines(received)).hasSize(2);
	}

	@Test
	@Behaviour("E11")
	void cancellingTheCallerCancelsTheRequestAndIsNeverARetry(@TempDir Path directory) {
		Path received = directory.resolve("received");
		Script script = new Script().on("tools/call hang").record(received);
		try (McpServer server = McpServer.builder(script.settings().build())
			.policy((policy) -> policy.retry(new RetryPolicy(3, Duration.ZERO, Duration.ZERO, 0, true)))
			.build()) {
			server.connect();
			Running<CallToolResult> call = Running.start(() -> server.callTool("hang", null));
			Eventually.that(() -> assertThat(Files.readString(received)).contains("\"hang\""));
			call.interrupt();
			assertThat(call.failure()).isInstanceOf(McpInterruptedException.class);
			call.assertInterruptFlagRestored();
			Eventually.that(() -> assertThat(Files.readString(received)).contains("notifications/cancelled"));
			server.ping();
			assertThat(received).content().containsOnlyOnce("\"hang\"");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	@Behaviour("E11")
	void aCallerThatIsCancelledAlreadySendsNothing(int limit) {
		McpServer server = server(McpServerPolicy.builder().maxConcurrentRequests(limit));
		Running<CallToolResult> call = Running.start(() -> {
			Thread.currentThread().interrupt();
			return server.callTool("tool", null);
		});
		assertThat(call.failure()).isInstanceOf(McpInterruptedException.class);
		call.assertInterruptFlagRestored();
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E12")
	void aRequestThatIsCancelledFromWithinIsAFailureOfTheCall() {
		this.fake.answer((call) -> {
			throw new CancellationException("by the transport");
		});
		Running<CallToolResult> call = Running
			.start(() -> server(McpServerPolicy.builder().retry(immediately(3))).callTool("tool", null));
		assertThat(call.failure()).isInstanceOf(CancellationException.class);
		assertThat(this.fake.calls).hasSize(1);
	}

	@Test
	@Behaviour("E13")
	void eachStepIsTakenOnceInItsOrderHoweverManyAttemptsFollow() {
		List<String> steps = new CopyOnWriteArrayList<>();
		AtomicInteger failures = new AtomicInteger(2);
		this.fake.tools(Definitions.tool("tool"));
		this.fake.answer((call) -> {
			steps.add("attempt with " + call.meta());
			if (failures.getAndDecrement() > 0) {
				throw new McpConnectionException("fake", "refused", null);
			}
			return FakeServer.text("done");
		});
		McpServer server = server(
				McpServerPolicy.builder().cacheTools(true).retry(immediately(3)).toolFilter((context, tool) -> {
					steps.add("filter");
					return true;
				}).approval((context, tool) -> {
					steps.add("approval policy");
					return true;
				}).approvalHandler((request) -> {
					steps.add("approval of " + request.arguments());
					return Approval.approveWith(Map.of("changed", true));
				}).metaResolver((call) -> {
					steps.add("meta for " + call.arguments());
					return Map.of("resolved", true);
				}));
		server.callTool(ToolCall.builder("tool").arguments(Map.of("a", 1)).context(CallContext.of(() -> "a")).build());
		assertThat(steps).containsExactly("filter", "approval policy", "approval of {a=1}", "meta for {changed=true}",
				"attempt with {resolved=true}", "attempt with {resolved=true}", "attempt with {resolved=true}");
	}

	@Test
	@Behaviour("E13")
	void whatAnEarlierStepRefusesNoLaterOneSees() {
		this.fake.tools(Definitions.requiring("tool", "path"));
		McpServer server = server(
				McpServerPolicy.builder().approval(ApprovalPolicy.always()).approvalHandler((request) -> {
					throw new AssertionError("asked");
				}));
		server.listTools();
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("tool", null));
		server.toolFilter(ToolFilter.of(List.of(), List.of()));
		assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> server.callTool("tool", null));
		server.close();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("tool", null));
	}

	@Test
	@Behaviour("E14")
	void aResolverThatAnswersNothingAddsNoMeta() {
		server(McpServerPolicy.builder().metaResolver((call) -> null)).callTool("tool", null);
		server(McpServerPolicy.builder().metaResolver((call) -> Map.of())).callTool("tool", null);
		server(McpServerPolicy.builder().metaResolver((call) -> null))
			.callTool(ToolCall.builder("tool").meta(Map.of("a", 1)).build());
		assertThat(this.fake.calls).extracting(ToolCall::meta).containsExactly(Map.of(), Map.of(), Map.of("a", 1));
	}

	@Test
	@Behaviour("E14")
	void aResolverThatThrowsFailsTheCallAndNothingIsSent() {
		IllegalStateException thrown = new IllegalStateException("no tenant");
		McpServer server = server(McpServerPolicy.builder().retry(immediately(3)).metaResolver((call) -> {
			throw thrown;
		}));
		assertThatExceptionOfType(McpClientException.class).isThrownBy(() -> server.callTool("tool", null))
			.withMessage("MCP server 'fake': the meta resolver failed for the tool 'tool'")
			.withCause(thrown);
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E15")
	void theMetaOfADefinitionIsNotSent() {
		this.fake
			.tools(new Tool("tool", null, null, Map.of("type", "object"), null, null, Map.of("own", "server"), null));
		McpServer server = server();
		assertThat(server.listTools().get(0).meta()).isEqualTo(Map.of("own", "server"));
		server.callTool("tool", null);
		assertThat(this.fake.calls.get(0).meta()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t" })
	@Behaviour("E16")
	void aBlankUriIsRefused(String uri) {
		try (McpServer server = McpServer.builder(new Script().settings().build()).name("blank").build()) {
			assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.readResource(uri))
				.withMessage("MCP server 'blank': the URI of a resource must not be blank");
			assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.subscribe(uri));
			assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.unsubscribe(uri));
		}
	}

	@Test
	@Behaviour("E16")
	void anyOtherUriIsSentAsGiven(@TempDir Path directory) throws IOException {
		Path received = directory.resolve("received");
		Script script = new Script().record(received).on("resources/read", Script.result("{\"contents\":[]}"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			server.readResource("no uri at all: %zz {x}");
		}
		assertThat(Files.readString(received)).contains("{\"uri\":\"no uri at all: %zz {x}\"}");
	}

	@Test
	@Behaviour("E17")
	void theTimeoutOfACallBoundsTheListingThatItNeeds() {
		Script script = new Script().on("tools/list");
		try (McpServer server = McpServer.builder(script.settings().build())
			.policy((policy) -> policy.toolFilter((context, tool) -> true).retry(immediately(3)))
			.build()) {
			server.connect();
			assertThatExceptionOfType(McpTimeoutException.class)
				.isThrownBy(() -> server.callTool(ToolCall.builder("tool").timeout(Duration.ofMillis(50)).build()))
				.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isFalse());
		}
	}

	@Test
	@Behaviour("E17")
	void theTimeoutOfACallBoundsAFetchThatItShares() {
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("tool"));
		});
		McpServer server = server(McpServerPolicy.builder().cacheTools(true).toolFilter((context, tool) -> true));
		Running<List<Tool>> listing = Running.start(() -> server.listTools());
		blocker.awaitEntered();
		assertThatExceptionOfType(McpTimeoutException.class)
			.isThrownBy(() -> server.callTool(ToolCall.builder("tool").timeout(Duration.ofMillis(20)).build()));
		blocker.release();
		assertThat(listing.result()).hasSize(1);
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "E17", "C9" })
	void aFetchThatEndsWithTheTimeoutOfACallIsMadeAgainByWhoSharesIt() {
		AtomicInteger fetches = new AtomicInteger();
		Semaphore waiting = new Semaphore(0);
		ToolsCache cache = new ToolsCache(true, Duration.ZERO, System::nanoTime);
		CloseSignal signal = new CloseSignal("fake");
		Patience brief = signal.until(Deadline.after(Duration.ofMillis(1)));
		Running<ToolList> own = Running.start(() -> cache.get(false, brief, (begin) -> {
			begin.run();
			fetches.incrementAndGet();
			waiting.acquireUninterruptibly();
			throw new McpTimeoutException("fake", "tools/list", Duration.ofMillis(1), false);
		}));
		Eventually.that(() -> assertThat(fetches).hasValue(1));
		Running<ToolList> shared = Running
			.start(() -> cache.get(false, signal.until(Deadline.after(Duration.ZERO)), (begin) -> {
				begin.run();
				fetches.incrementAndGet();
				return ToolList.of(List.of(), (duplicate) -> {
				});
			}))
			.awaitWaiting();
		Eventually.until(() -> brief.deadline().hasPassed());
		waiting.release();
		assertThat(own.failure()).isInstanceOf(McpTimeoutException.class);
		assertThat(shared.result().tools()).isEmpty();
		assertThat(fetches).hasValue(2);
	}

	@Test
	@Behaviour("E17")
	void theTimeoutOfACallBoundsItsAttempts() {
		Script script = new Script().on("tools/call hang");
		try (McpServer server = McpServer.builder(script.settings().build())
			.policy((policy) -> policy.retry(new RetryPolicy(-1, Duration.ZERO, Duration.ZERO, 0, true)))
			.build()) {
			assertThatExceptionOfType(McpTimeoutException.class)
				.isThrownBy(() -> server.callTool(ToolCall.builder("hang").timeout(Duration.ofMillis(100)).build()));
		}
	}

	@Test
	@Behaviour("E17")
	void nothingIsSentOnceTheTimeHasPassed() {
		McpServer server = server(McpServerPolicy.builder().metaResolver((call) -> {
			Deadline passed = Deadline.after(call.timeout().orElseThrow());
			Eventually.until(passed::hasPassed);
			return null;
		}));
		assertThatExceptionOfType(McpTimeoutException.class)
			.isThrownBy(() -> server.callTool(ToolCall.builder("tool").timeout(Duration.ofMillis(1)).build()))
			.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isFalse());
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("E17")
	void anAttemptIsGivenTheTimeThatIsLeft() {
		server().callTool(ToolCall.builder("tool").timeout(Duration.ofHours(1)).build());
		server().callTool("tool", null);
		assertThat(this.fake.calls.get(0).timeout().orElseThrow()).isLessThan(Duration.ofHours(1))
			.isGreaterThan(Duration.ofMinutes(1));
		assertThat(this.fake.calls.get(1).timeout()).isEmpty();
	}

	private static Tool withOutput(String name, String property) {
		Map<String, Object> schema = Map.of("type", "object", "required", List.of(property), "properties",
				Map.of(property, Map.of("type", "integer")));
		return new Tool(name, null, null, Map.of("type", "object"), schema, null, null, null);
	}

	@Test
	@Behaviour("E13")
	void whereAskedForStructuredContentIsCheckedAgainstTheSchemaOfTheTool() {
		this.fake.tools(withOutput("good", "sum"), withOutput("bad", "sum"), withOutput("none", "sum"),
				Definitions.tool("free"));
		this.fake.answer((call) -> switch (call.name()) {
			case "good" -> CallToolResult.builder().structuredContent(Map.of("sum", 3)).build();
			case "bad" -> CallToolResult.builder().structuredContent(Map.of("sum", "three")).build();
			default -> FakeServer.text("text");
		});
		McpServer server = server(McpServerPolicy.builder().cacheTools(true).validateOutput(true));
		assertThat(server.callTool("good", null).structuredContent()).isEqualTo(Map.of("sum", 3));
		server.callTool("free", null);
		server.callTool("unlisted", null);
		for (String tool : Arrays.asList("bad", "none")) {
			assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> server.callTool(tool, null))
				.withMessageStartingWith("MCP server 'fake': answered the tool '" + tool + "' with")
				.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isTrue());
			server(McpServerPolicy.builder().cacheTools(true)).callTool(tool, null);
		}
	}

	@Test
	@Behaviour("A13")
	void aServerWithoutAStatusIsTolerated() {
		McpServer mock = new FlakyReads(new ArrayList<>());
		McpServer server = McpServer.guard(mock, McpServerPolicy.builder().cacheTools(true).build());
		assertThat(server.status()).isNull();
		assertThat(server.listTools()).isEmpty();
		assertThat(server.status()).isNull();
	}

}
