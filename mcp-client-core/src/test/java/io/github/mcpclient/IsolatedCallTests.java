package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Request;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Calls over sessions of their own, counted at a real server that names its sessions
 * {@code s1}, {@code s2} and so on.
 */
class IsolatedCallTests {

	private static final String SESSION = "Mcp-Session-Id";

	private final AtomicInteger sessions = new AtomicInteger();

	private final ScriptedHttpServer http = ScriptedHttpServer.start();

	IsolatedCallTests() {
		this.http.on("initialize",
				(request, answer) -> answer.status(200,
						"{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(request.id(),
								ScriptedHttpServer.initializeResult("2025-11-25")),
						"Content-Type: application/json", SESSION + ": s" + this.sessions.incrementAndGet()));
		this.http.on("tools/list",
				(request, answer) -> answer.result(request, "{\"tools\":[{\"name\":\"read\",\"inputSchema\":"
						+ "{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}]}"));
	}

	@AfterEach
	void stop() {
		this.http.close();
	}

	private static RetryPolicy immediately(int maxRetries) {
		return new RetryPolicy(maxRetries, Duration.ZERO, Duration.ZERO, 0, false);
	}

	private McpServer.Builder server(int maxRetries) {
		return McpServer.builder(HttpTransportSettings.streamableHttp(this.http.url()).build())
			.name("web")
			.policy((policy) -> policy.cacheTools(true).retry(immediately(maxRetries)));
	}

	private void failCalls(int status, String... sessions) {
		this.http.on("tools/call", (request, answer) -> {
			if (Arrays.asList(sessions).contains(request.header(SESSION))) {
				answer.status(status, "");
			}
			else {
				answer.result(request, ScriptedHttpServer.text("called on " + request.header(SESSION)));
			}
		});
	}

	private List<String> sessionsOf(String what) {
		return this.http.requests(what).stream().map((request) -> request.header(SESSION)).toList();
	}

	private static String textOf(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@ParameterizedTest
	@CsvSource({ "0, s1", "1, s1 s2", "2, s1 s2 s1", "3, s1 s2 s1 s3", "4, s1 s2 s1 s3 s1" })
	@Behaviour({ "F5", "F6" })
	void requestsAreSharedAndIsolatedInTurnUntilTheBudgetIsSpent(int maxRetries, String expected) {
		failCalls(500, "s1", "s2", "s3");
		try (McpServer server = server(maxRetries).build()) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("read", null))
				.satisfies((ex) -> assertThat(ex.httpStatus()).hasValue(500));
			assertThat(sessionsOf("tools/call")).containsExactly(expected.split(" "));
		}
	}

	@Test
	@Behaviour("F6")
	void withoutALimitRequestsGoOnUntilOneSucceeds() {
		failCalls(503, "s1", "s2", "s3", "s4", "s5");
		try (McpServer server = server(-1).build()) {
			assertThat(textOf(server.callTool("read", null))).isEqualTo("called on s6");
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2", "s1", "s3", "s1", "s4", "s1", "s5", "s1",
					"s6");
		}
	}

	@Test
	@Behaviour({ "F5", "F13" })
	void anIsolatedSessionIsUsedOnceAndClosedAndItsIdIsNotPublished() {
		failCalls(500, "s1");
		try (McpServer server = server(1).build()) {
			server.connect();
			assertThat(textOf(server.callTool("read", null))).isEqualTo("called on s2");
			assertThat(textOf(server.callTool("read", null))).isEqualTo("called on s3");
			assertThat(sessionsOf("DELETE")).containsExactly("s2", "s3");
			assertThat(server.sessionId()).hasValue("s1");
			assertThat(server.status().connects()).isEqualTo(1);
		}
		assertThat(sessionsOf("DELETE")).containsExactly("s2", "s3", "s1");
	}

	@Test
	@Behaviour("F5")
	void anIsolatedSessionHasTheSettingsOfTheShared() {
		failCalls(500, "s1");
		HttpTransportSettings settings = HttpTransportSettings.streamableHttp(this.http.url())
			.headers(Map.of("X-Tenant", "blue"))
			.build();
		try (McpServer server = McpServer.builder(settings)
			.policy((policy) -> policy.retry(immediately(1)).metaResolver((call) -> Map.of("who", "alice")))
			.build()) {
			server.callTool("read", null);
			assertThat(this.http.requests())
				.allSatisfy((request) -> assertThat(request.header("X-Tenant")).isEqualTo("blue"));
			assertThat(this.http.requests("tools/call")).hasSize(2)
				.allSatisfy((request) -> assertThat(request.body()).contains("\"who\":\"alice\""));
		}
	}

	@ParameterizedTest
	@CsvSource({ "408, s1 s2", "500, s1 s2", "504, s1 s2", "429, s1 s1", "425, s1 s1", "404, s1", "400, s1" })
	@Behaviour({ "F3", "F5" })
	void onlyFailuresThatMayBeTheSessionsFaultAreIsolated(int status, String expected) {
		this.http.on("tools/call", (request, answer) -> answer.status(status,
				"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}"));
		try (McpServer server = server(1).build()) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("read", null));
			assertThat(sessionsOf("tools/call")).containsExactly(expected.split(" "));
		}
	}

	@Test
	@Behaviour("F5")
	void aTimeoutIsFollowedByAnIsolatedCall() {
		this.http.on("tools/call", (request, answer) -> {
			if ("s1".equals(request.header(SESSION))) {
				answer.awaitClientGone();
			}
			else {
				answer.result(request, ScriptedHttpServer.text("isolated"));
			}
		});
		try (McpServer server = server(5).toolTimeout(Duration.ofMillis(500)).build()) {
			assertThat(textOf(server.callTool("read", null))).isEqualTo("isolated");
			assertThat(sessionsOf("tools/call")).startsWith("s1", "s2");
		}
	}

	@Test
	@Behaviour({ "F4", "F5" })
	void whatMayHaveRunIsNotIsolatedUnlessThatDoesNoHarm() {
		failCalls(500, "s1");
		try (McpServer server = server(3).build()) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("write", null))
				.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isTrue());
			assertThat(sessionsOf("tools/call")).containsExactly("s1");
		}
	}

	@Test
	@Behaviour("F4")
	void aServerThatIsOverloadedAndSaysUntilWhenHasDoneNothing() {
		AtomicInteger refusals = new AtomicInteger(1);
		this.http.on("tools/call", (request, answer) -> {
			if (refusals.getAndDecrement() > 0) {
				answer.status(503, "", "Retry-After: 0");
			}
			else {
				answer.result(request, ScriptedHttpServer.text("done"));
			}
		});
		try (McpServer server = server(1).build()) {
			assertThat(textOf(server.callTool("write", null))).isEqualTo("done");
		}
	}

	@Test
	@Behaviour("F5")
	void overStdioThereIsNothingToIsolate() {
		AtomicInteger retries = new AtomicInteger();
		Script script = new Script().on("tools/call read");
		try (McpServer server = McpServer.builder(script.settings().build())
			.toolTimeout(Duration.ofMillis(50))
			.policy((policy) -> policy.retry(new RetryPolicy(2, Duration.ZERO, Duration.ZERO, 0, true)))
			.listener(new McpServerListener() {

				@Override
				public void statusChanged(String serverName, McpServerStatus status) {
				}

				@Override
				public void retrying(String serverName, String operation, int retry, McpClientException failure) {
					retries.incrementAndGet();
				}

			})
			.build()) {
			assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> server.callTool("read", null));
			assertThat(server.status().connects()).isEqualTo(1);
			Eventually.that(() -> assertThat(retries).hasValue(2));
		}
	}

	@Test
	@Behaviour("F5")
	void fourSessionsAtOnceAreIsolatedAtMost() throws Exception {
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		Semaphore entered = new Semaphore(0);
		CountDownLatch go = new CountDownLatch(1);
		this.http.on("tools/call", (request, answer) -> {
			if ("s1".equals(request.header(SESSION))) {
				answer.status(500, "");
				return;
			}
			most.accumulateAndGet(now.incrementAndGet(), Math::max);
			entered.release();
			await(go);
			now.decrementAndGet();
			answer.result(request, ScriptedHttpServer.text("isolated"));
		});
		try (McpServer server = server(1).build()) {
			server.listTools();
			List<Running<CallToolResult>> calls = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				calls.add(Running.start(() -> server.callTool("read", null)));
			}
			entered.acquire(4);
			Eventually.that(() -> assertThat(this.http.requests("tools/call")).hasSize(14));
			go.countDown();
			calls.forEach((call) -> assertThat(textOf(call.result())).isEqualTo("isolated"));
			assertThat(most).hasValue(4);
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 405, 500 })
	@Behaviour("F9")
	void aResultIsReturnedHoweverItsSessionEnds(int status) {
		failCalls(500, "s1");
		this.http.on("DELETE", (request, answer) -> answer.status(status, ""));
		try (McpServer server = server(5).build()) {
			assertThat(textOf(server.callTool("read", null))).isEqualTo("called on s2");
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2");
		}
	}

	@Test
	@Behaviour("F9")
	void aResultIsReturnedIfTheConnectionBreaksWhileItsSessionEnds() {
		failCalls(500, "s1");
		this.http.on("DELETE", (request, answer) -> answer.cut());
		try (McpServer server = server(5).build()) {
			assertThat(textOf(server.callTool("read", null))).isEqualTo("called on s2");
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2");
		}
	}

	@Test
	@Behaviour("F10")
	void theSharedSessionIsFoundToWorkInTheBackground() {
		failCalls(500, "s1");
		try (McpServer server = server(1).build()) {
			server.callTool("read", null);
			Eventually.that(() -> assertThat(sessionsOf("ping")).containsExactly("s1"));
			assertThat(server.status().connects()).isEqualTo(1);
		}
	}

	@Test
	@Behaviour("F10")
	void aSharedSessionThatNoLongerWorksIsReplacedInTheBackground() {
		failCalls(500, "s1");
		this.http.on("ping", (request, answer) -> answer.status(404, ""));
		try (McpServer server = server(1).build()) {
			String isolated = textOf(server.callTool("read", null));
			Eventually.that(() -> assertThat(server.status().connects()).isEqualTo(2));
			Eventually.that(() -> assertThat(server.sessionId()).isNotEmpty());
			// which of the two sessions is opened first is a matter of timing
			assertThat(List.of(isolated, "called on " + server.sessionId().orElseThrow()))
				.containsExactlyInAnyOrder("called on s2", "called on s3");
		}
	}

	@Test
	@Behaviour("F12")
	void aSessionThatTheServerForgotIsOpenedAgainAndTheCallSentOnceMoreFreeOfBudget() {
		failCalls(404, "s1");
		try (McpServer server = server(0).build()) {
			assertThat(textOf(server.callTool("write", null))).isEqualTo("called on s2");
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2");
			assertThat(server.sessionId()).hasValue("s2");
		}
	}

	@Test
	@Behaviour("F12")
	void aSessionThatIsForgottenTwiceIsAFailure() {
		failCalls(404, "s1", "s2", "s3");
		try (McpServer server = server(0).build()) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("write", null))
				.satisfies((ex) -> assertThat(ex.sessionLost()).isTrue());
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2");
		}
	}

	@Test
	@Behaviour("F14")
	void onlyCallsOfToolsAreIsolated() {
		for (String method : List.of("tools/list", "prompts/list", "resources/read")) {
			this.http.on(method, (request, answer) -> answer.status(500, ""));
		}
		this.http.on("initialize",
				(request, answer) -> answer.status(200,
						Answer.reply(request,
								"{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"prompts\":{},"
										+ "\"resources\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"),
						"Content-Type: application/json", SESSION + ": s" + this.sessions.incrementAndGet()));
		try (McpServer server = server(2).build()) {
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listPrompts);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.readResource("a:b"));
			for (String method : List.of("tools/list", "prompts/list", "resources/read")) {
				assertThat(sessionsOf(method)).containsExactly("s1", "s1", "s1");
			}
			assertThat(this.sessions).hasValue(1);
		}
	}

	@Test
	@Behaviour("F14")
	void anIsolatedCallDoesNotWaitForItsTurn() {
		Blocker blocker = new Blocker();
		AtomicInteger failures = new AtomicInteger(1);
		this.http.on("tools/call", (request, answer) -> {
			if (isShared(request) && failures.getAndDecrement() > 0) {
				answer.status(500, "");
				return;
			}
			if (isShared(request)) {
				blocker.block();
			}
			answer.result(request, ScriptedHttpServer.text("called on " + request.header(SESSION)));
		});
		Blocker second = new Blocker();
		this.http.on("initialize", (request, answer) -> {
			int session = this.sessions.incrementAndGet();
			if (session == 2) {
				second.block();
			}
			answer.status(200, Answer.reply(request, ScriptedHttpServer.initializeResult("2025-11-25")),
					"Content-Type: application/json", SESSION + ": s" + session);
		});
		try (McpServer server = server(1).policy((policy) -> policy.maxConcurrentRequests(1)).build()) {
			server.listTools();
			Running<CallToolResult> isolated = Running.start(() -> server.callTool("read", null));
			second.awaitEntered();
			Running<CallToolResult> shared = Running.start(() -> server.callTool("read", null));
			blocker.awaitEntered();
			second.release();
			assertThat(textOf(isolated.result())).isEqualTo("called on s2");
			assertThat(shared.isDone()).isFalse();
			blocker.release();
			assertThat(textOf(shared.result())).isEqualTo("called on s1");
		}
	}

	private static boolean isShared(Request request) {
		return "s1".equals(request.header(SESSION));
	}

	@Test
	@Behaviour("E11")
	void whoCancelsAnIsolatedCallFindsTheThreadInterrupted() {
		CountDownLatch entered = new CountDownLatch(1);
		this.http.on("tools/call", (request, answer) -> {
			if (isShared(request)) {
				answer.status(500, "");
				return;
			}
			entered.countDown();
			answer.awaitClientGone();
		});
		try (McpServer server = server(5).build()) {
			Running<CallToolResult> call = Running.start(() -> server.callTool("read", null));
			await(entered);
			call.interrupt();
			assertThat(call.failure()).isInstanceOf(McpInterruptedException.class);
			call.assertInterruptFlagRestored();
			assertThat(sessionsOf("tools/call")).containsExactly("s1", "s2");
		}
	}

	@Test
	@Behaviour({ "B6", "B17" })
	void closingFailsIsolatedCallsThatAreUnderWayOrWaitForASession() {
		Semaphore entered = new Semaphore(0);
		this.http.on("tools/call", (request, answer) -> {
			if (isShared(request)) {
				answer.status(500, "");
				return;
			}
			entered.release();
			answer.awaitClientGone();
		});
		try (McpServer server = server(1).build()) {
			server.listTools();
			List<Running<CallToolResult>> calls = new ArrayList<>();
			for (int i = 0; i < 6; i++) {
				calls.add(Running.start(() -> server.callTool("read", null)));
			}
			entered.acquireUninterruptibly(4);
			Eventually.that(() -> assertThat(sessionsOf("tools/call")).filteredOn("s1"::equals).hasSize(6));
			server.close();
			calls.forEach((call) -> assertThat(call.failure()).isInstanceOf(McpConnectionException.class)
				.hasMessage("MCP server 'web': closed"));
			calls.forEach(Running::assertNoInterruptLeftBehind);
			assertThat(calls).filteredOn((call) -> ((McpClientException) call.failure()).outcomeUnknown())
				.hasSizeGreaterThanOrEqualTo(4);
		}
	}

}
