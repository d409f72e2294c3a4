package io.github.mcpclient.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Request;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * The life of a session over HTTP: where requests go, what they carry, how a session ends
 * (Q1, Q3, Q5, Q9).
 */
class HttpSessionTests extends AbstractHttpTests {

	private static final String UNKNOWN_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,"
			+ "\"message\":\"Bad Request: No valid session ID provided\"}}";

	@Test
	void urlWithPathAndQueryIsRequestedAsWritten() {
		McpServer client = client(this.server.url("/a/b%20c/mcp/?tenant=x%2Fy&empty="), (settings) -> {
		});
		call(client);
		client.close();
		assertThat(this.server.requests()).hasSizeGreaterThan(3)
			.allSatisfy((request) -> assertThat(request.target()).isEqualTo("/a/b%20c/mcp/?tenant=x%2Fy&empty="));
	}

	@Test
	void negotiatedVersionIsOnEveryLaterRequest() {
		this.server.on("initialize",
				(request, answer) -> answer.status(200,
						"{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(request.id(),
								ScriptedHttpServer.initializeResult("2025-03-26")),
						"Content-Type: application/json", "Mcp-Session-Id: s"));
		McpServer client = client();
		call(client);
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		client.close();
		List<Request> later = this.server.requests()
			.stream()
			.filter((request) -> !request.rpcMethod().equals("initialize"))
			.toList();
		assertThat(later).extracting(Request::method).contains("GET", "POST", "DELETE");
		assertThat(later).allSatisfy((request) -> {
			assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2025-03-26");
			assertThat(request.header("Mcp-Session-Id")).isEqualTo("s");
		});
		assertThat(this.server.requests("initialize").get(0).headers()).doesNotContainKeys("MCP-Protocol-Version",
				"Mcp-Session-Id");
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 400 })
	@Behaviour("F12")
	void forgottenSessionIsOpenedAgainOnceUnder32Callers(int status) throws Exception {
		AtomicInteger sessions = new AtomicInteger();
		this.server.on("initialize",
				(request, answer) -> answer.status(200,
						"{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(request.id(),
								ScriptedHttpServer.initializeResult("2025-11-25")),
						"Content-Type: application/json", "Mcp-Session-Id: s" + sessions.incrementAndGet()));
		CyclicBarrier together = new CyclicBarrier(32);
		AtomicInteger executed = new AtomicInteger();
		this.server.on("tools/call", (request, answer) -> {
			if ("s1".equals(request.header("Mcp-Session-Id"))) {
				quietly(together);
				answer.status(status, (status == 404) ? "" : UNKNOWN_SESSION);
			}
			else {
				executed.incrementAndGet();
				answer.result(request, ScriptedHttpServer.text("done"));
			}
		});
		McpServer client = client();
		client.ping();
		ExecutorService threads = threads(32);
		List<Future<String>> calls = new ArrayList<>();
		for (int i = 0; i < 32; i++) {
			calls.add(threads.submit(() -> call(client)));
		}
		for (Future<String> call : calls) {
			assertThat(call.get()).isEqualTo("done");
		}
		assertThat(this.server.requests("initialize")).hasSize(2);
		assertThat(executed).hasValue(32);
	}

	@Test
	void lossOfTheSessionIsTyped() {
		this.server.on("tools/call", (request, answer) -> answer.status(404, ""));
		McpServer client = client(this.server.url(), (settings) -> {
		}, (builder) -> builder.reconnect(ReconnectPolicy.never()));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(client))
			.satisfies((failure) -> assertThat(failure.outcomeUnknown()).isFalse());
		assertThat(client.status().failure()).get()
			.asInstanceOf(InstanceOfAssertFactories.type(McpConnectionException.class))
			.satisfies((failure) -> {
				assertThat(failure.sessionLost()).isTrue();
				assertThat(failure.outcomeUnknown()).isFalse();
				assertThat(failure).hasMessageContaining("no longer knows the session");
			});
	}

	@Test
	void error400ThatIsNotAboutTheSessionChangesNothing() {
		McpServer client = client();
		call(client);
		this.server.on("tools/call", (request, answer) -> answer.status(400,
				"{\"error\":{\"code\":-32600,\"message\":\"session id: Server already initialized\"}}"));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client));
		assertThat(failure.sessionLost()).isFalse();
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void error404WithoutASessionIsNoLoss() {
		this.server.on("initialize",
				(request, answer) -> answer.result(request, ScriptedHttpServer.initializeResult("2025-11-25")));
		this.server.on("tools/call", (request, answer) -> answer.status(404, ""));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure.sessionLost()).isFalse();
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void serverThatRestartsDuring32CallsIsFoundAgainAndNoCallRunsTwice() throws Exception {
		McpServer client = client();
		client.ping();
		CountDownLatch arrived = new CountDownLatch(32);
		this.server.on("tools/call", (request, answer) -> {
			arrived.countDown();
			answer.awaitClientGone();
		});
		ExecutorService threads = threads(32);
		List<Future<Throwable>> calls = new ArrayList<>();
		for (int i = 0; i < 32; i++) {
			calls.add(threads.submit(() -> catchThrowableOfType(McpClientException.class, () -> call(client))));
		}
		arrived.await();
		int port = this.server.port();
		this.server.close();
		this.server = ScriptedHttpServer.start(port);
		this.server.on("tools/call", (request, answer) -> {
			if (request.header("Mcp-Session-Id") == null || this.server.requests("initialize").isEmpty()) {
				answer.status(404, "");
			}
			else {
				answer.result(request, ScriptedHttpServer.text("back"));
			}
		});
		for (Future<Throwable> call : calls) {
			assertThat(call.get()).isInstanceOfSatisfying(McpConnectionException.class,
					(failure) -> assertThat(failure.outcomeUnknown()).isTrue());
		}
		assertThat(this.server.requests("tools/call")).isEmpty();
		assertThat(call(client)).isEqualTo("back");
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	@Behaviour("B10")
	void closeDoesNotWaitForADeleteThatHangs() {
		this.server.on("DELETE", (request, answer) -> answer.awaitClientGone());
		McpServer client = client(this.server.url(), (settings) -> {
		}, (builder) -> builder.shutdownTimeout(Duration.ofHours(1)));
		client.connect();
		client.close();
		await().untilAsserted(() -> assertThat(this.server.openConnections()).isZero());
		assertThat(this.server.requests("DELETE")).hasSize(1);
	}

	@Test
	void sessionIsEndedAlsoByAnInterruptedThread() {
		McpServer client = client();
		client.connect();
		Thread.currentThread().interrupt();
		client.close();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.server.requests("DELETE")).hasSize(1);
	}

	@Test
	void deleteThatIsRefusedIsNoFailure() {
		this.server.on("DELETE", (request, answer) -> answer.status(405, ""));
		McpServer client = client();
		client.connect();
		client.close();
		assertThat(this.server.requests("DELETE")).hasSize(1);
	}

	@Test
	@Behaviour("B10")
	void noDeleteWhereNoSessionWasOpened() {
		this.server.on("initialize",
				(request, answer) -> answer.result(request, ScriptedHttpServer.initializeResult("2025-11-25")));
		McpServer client = client();
		client.connect();
		client.close();
		assertThat(this.server.requests("DELETE")).isEmpty();
	}

	@Test
	@Behaviour("B10")
	void noDeleteIfTheSessionIsToStay() {
		McpServer client = client((settings) -> settings.terminateOnClose(false));
		client.connect();
		client.close();
		assertThat(this.server.requests("DELETE")).isEmpty();
	}

	@Test
	@Behaviour("B11")
	void refusedInitializedNotificationFailsTheConnection() {
		this.server.on("notifications/initialized", (request, answer) -> answer.status(500, ""));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> client().connect());
	}

	@Test
	@Behaviour("B11")
	void refusedInitializedNotificationCanBeIgnored() {
		this.server.on("notifications/initialized", (request, answer) -> answer.status(500, ""));
		McpServer client = client((settings) -> settings.ignoreInitializedNotificationFailure(true));
		assertThat(call(client)).isEqualTo("ok");
		this.server.on("tools/call", (request, answer) -> answer.status(500, ""));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(client));
	}

	@Test
	void configuredHeadersAreOnEveryRequest() {
		McpServer client = client((settings) -> settings.headers(Map.of("X-Tenant", "a", "authorization", "Bearer t")));
		call(client);
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		client.close();
		assertThat(this.server.requests()).allSatisfy((request) -> {
			assertThat(request.header("X-Tenant")).isEqualTo("a");
			assertThat(request.header("Authorization")).isEqualTo("Bearer t");
		});
	}

	@Test
	void notificationWhoseAnswerNeverEndsHoldsNothingUp() {
		this.server.on("notifications/initialized", (request, answer) -> {
			answer.stream();
			answer.awaitClientGone();
		});
		assertThat(call(client())).isEqualTo("ok");
	}

	private static void quietly(CyclicBarrier barrier) {
		try {
			barrier.await();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
