package io.github.mcpclient.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Script;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Credentials that are given per request, expire and are renewed (Q13).
 */
class HttpAuthTests extends AbstractHttpTests {

	private final Tokens tokens = new Tokens();

	/** The number of the token that the server takes. */
	private final AtomicInteger valid = new AtomicInteger();

	@BeforeEach
	void demandToken() {
		for (String what : new String[] { "initialize", "notifications/initialized", "tools/call", "GET", "DELETE" }) {
			Script behaved = this.server.script(what);
			this.server.on(what, (request, answer) -> {
				if (("Bearer token-" + this.valid).equals(request.header("Authorization"))) {
					behaved.answer(request, answer);
				}
				else {
					answer.status(401, "", "WWW-Authenticate: Bearer error=\"invalid_token\"");
				}
			});
		}
	}

	private McpServer authorizedClient() {
		return client(this.server.url(), (settings) -> settings.auth(this.tokens),
				(builder) -> builder.reconnect(ReconnectPolicy.never()));
	}

	@Test
	@Behaviour("A7")
	void providerIsAskedForEachRequest() {
		McpServer client = authorizedClient();
		call(client);
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		client.close();
		assertThat(this.server.requests()).hasSize(5)
			.allSatisfy((request) -> assertThat(request.header("Authorization")).isEqualTo("Bearer token-0"));
		assertThat(this.tokens.asked).hasValue(5);
		assertThat(this.tokens.renewals).hasValue(0);
	}

	@Test
	@Behaviour("A7")
	void tokenThatExpiresIsRenewedOnceAndTheCallRepeatedOnce() {
		McpServer client = authorizedClient();
		call(client);
		this.valid.set(1);
		assertThat(call(client)).isEqualTo("ok");
		assertThat(this.tokens.renewals).hasValue(1);
		assertThat(this.server.requests("tools/call")).hasSize(3);
		assertThat(this.tokens.refusal.challenge()).hasValue("Bearer error=\"invalid_token\"");
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void tokenThatIsRefusedWhileConnectingIsRenewed() {
		this.valid.set(1);
		assertThat(call(authorizedClient())).isEqualTo("ok");
		assertThat(this.tokens.renewals).hasValue(1);
	}

	@Test
	void newTokenThatIsRefusedTooIsAFailure() {
		McpServer client = authorizedClient();
		call(client);
		this.valid.set(7);
		McpAuthorizationException failure = catchThrowableOfType(McpAuthorizationException.class, () -> call(client));
		assertThat(failure.httpStatus()).hasValue(401);
		assertThat(this.tokens.renewals).hasValue(1);
		assertThat(this.server.requests("tools/call")).hasSize(3);
	}

	@Test
	void providerWithoutAnotherTokenIsAFailureAtOnce() {
		McpServer client = authorizedClient();
		call(client);
		this.valid.set(1);
		this.tokens.exhausted = true;
		assertThat(catchThrowableOfType(McpAuthorizationException.class, () -> call(client))).isNotNull();
		assertThat(this.server.requests("tools/call")).hasSize(2);
	}

	@Test
	void renewalThatThrowsIsToldInTheFailure() {
		McpServer client = authorizedClient();
		call(client);
		this.valid.set(1);
		this.tokens.failure = new IllegalStateException("token endpoint is down");
		McpAuthorizationException failure = catchThrowableOfType(McpAuthorizationException.class, () -> call(client));
		assertThat(failure).hasSuppressedException(this.tokens.failure);
	}

	@Test
	void thirtyTwoCallersShareOneRenewal() throws Exception {
		this.server.on("GET", (request, answer) -> answer.status(405, ""));
		McpServer client = authorizedClient();
		client.connect();
		this.valid.set(1);
		this.tokens.takesNanos = Duration.ofMillis(300).toNanos();
		Script behaved = this.server.script("tools/call");
		CyclicBarrier together = new CyclicBarrier(32);
		this.server.on("tools/call", (request, answer) -> {
			if ("Bearer token-0".equals(request.header("Authorization"))) {
				try {
					together.await();
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			}
			behaved.answer(request, answer);
		});
		ExecutorService threads = threads(32);
		List<Future<String>> calls = new ArrayList<>();
		for (int i = 0; i < 32; i++) {
			calls.add(threads.submit(() -> call(client)));
		}
		for (Future<String> call : calls) {
			assertThat(call.get()).isEqualTo("ok");
		}
		assertThat(this.tokens.renewals).hasValue(1);
		assertThat(this.server.requests("tools/call")).hasSize(64);
	}

	@Test
	void missingScopeIsAskedForOnce() {
		McpServer client = authorizedClient();
		call(client);
		this.server.on("tools/call", (request, answer) -> {
			if ("Bearer token-0".equals(request.header("Authorization"))) {
				answer.status(403, "", "WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"files:write\"");
			}
			else {
				answer.result(request, ScriptedHttpServer.text("written"));
			}
		});
		assertThat(call(client)).isEqualTo("written");
		assertThat(this.tokens.refusal.challenge()).get().asString().contains("files:write");
	}

	@Test
	void refusalThatHasNothingToDoWithTheTokenRenewsNothing() {
		McpServer client = authorizedClient();
		call(client);
		this.server.on("tools/call", (request, answer) -> answer.status(403, ""));
		assertThat(catchThrowableOfType(McpAuthorizationException.class, () -> call(client))).isNotNull();
		assertThat(this.tokens.renewals).hasValue(0);
	}

	@Test
	void listeningStreamIsRenewedToo() {
		AtomicInteger streams = new AtomicInteger();
		this.server.on("GET", (request, answer) -> {
			if ("Bearer token-0".equals(request.header("Authorization"))) {
				answer.status(401, "");
				return;
			}
			streams.incrementAndGet();
			answer.stream();
			answer.awaitClientGone();
		});
		authorizedClient().connect();
		await().until(() -> streams.get() == 1);
		assertThat(this.server.requests("GET")).hasSize(2);
	}

	@Test
	void providerThatThrowsFailsTheCallUnsentAndHidesWhatItSays() {
		McpServer client = client((settings) -> settings.auth((name) -> {
			throw new IllegalStateException("s3cret");
		}));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("the auth provider gave no usable headers")
			.hasMessageNotContaining("s3cret");
		assertThat(this.server.requests()).isEmpty();
	}

	@Test
	void headerThatCannotBeSentIsNotShown() {
		McpServer client = client((settings) -> settings.auth((name) -> Map.of("Authorization", "s3cret\r\nX: y")));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			assertThat(cause).hasMessageNotContaining("s3cret");
		}
		assertThat(this.server.requests()).isEmpty();
	}

	@Test
	void configuredHeaderThatCannotBeSentIsRefusedWithoutShowingIt() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> HttpTransportSettings.streamableHttp(this.server.url())
				.headers(Map.of("X-Key", "s3cret\n"))
				.build())
			.withMessageContaining("X-Key")
			.withMessageNotContaining("s3cret");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> HttpTransportSettings.streamableHttp(this.server.url())
				.headers(Map.of("Content-Length", "5"))
				.build())
			.withMessageContaining("Content-Length");
	}

	private static final class Tokens implements McpAuthProvider {

		private final AtomicInteger asked = new AtomicInteger();

		private final AtomicInteger renewals = new AtomicInteger();

		private volatile long takesNanos;

		private volatile boolean exhausted;

		private volatile RuntimeException failure;

		private volatile McpAuthorizationException refusal;

		@Override
		public Map<String, String> headers(String serverName) {
			assertThat(serverName).isEqualTo("files");
			this.asked.incrementAndGet();
			return Map.of("Authorization", "Bearer token-" + this.renewals);
		}

		@Override
		public boolean renew(McpAuthorizationException refusal) {
			this.refusal = refusal;
			// long enough for others to be refused meanwhile
			LockSupport.parkNanos(this.takesNanos);
			if (this.failure != null) {
				throw this.failure;
			}
			if (this.exhausted) {
				return false;
			}
			this.renewals.incrementAndGet();
			return true;
		}

	}

}
