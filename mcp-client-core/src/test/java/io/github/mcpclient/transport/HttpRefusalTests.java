package io.github.mcpclient.transport;

import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.test.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Servers that are not there, refuse, or answer with something else than MCP (Q2).
 */
@Timeout(60)
class HttpRefusalTests {

	private ScriptedHttpServer server;

	private McpServer client;

	@BeforeEach
	void start() {
		this.server = ScriptedHttpServer.start();
		this.client = client(this.server.url());
	}

	@AfterEach
	void stop() {
		this.client.close();
		this.server.close();
	}

	private static McpServer client(URI url) {
		return McpServer.builder(HttpTransportSettings.streamableHttp(url).build())
			.name("files")
			.requestTimeout(Duration.ZERO)
			.toolTimeout(Duration.ZERO)
			.initializationTimeout(Duration.ZERO)
			.reconnect(ReconnectPolicy.never())
			.build();
	}

	private <T extends McpClientException> T failedConnect(McpServer client, Class<T> type) {
		return catchThrowableOfType(type, client::connect);
	}

	private <T extends McpClientException> T failedCall(Class<T> type) {
		return catchThrowableOfType(type, () -> this.client.callTool("echo", null));
	}

	@Test
	void refusedConnection() {
		this.server.close();
		McpConnectionException failure = failedConnect(this.client, McpConnectionException.class);
		assertThat(failure).hasMessageContaining("MCP server 'files'")
			.hasMessageContaining("nothing listens at " + this.server.url());
		assertThat(failure.outcomeUnknown()).isFalse();
		assertThat(failure.httpStatus()).isEmpty();
	}

	@Test
	void unknownHost() {
		try (McpServer nowhere = client(URI.create("http://no-such-host.invalid/mcp"))) {
			McpConnectionException failure = failedConnect(nowhere, McpConnectionException.class);
			assertThat(failure).hasMessageContaining("the host of http://no-such-host.invalid/mcp is unknown");
		}
	}

	@Test
	void plainHttpWhereTlsIsExpected() {
		URI url = URI.create("https://127.0.0.1:" + this.server.port() + "/mcp");
		try (McpServer secure = client(url)) {
			McpConnectionException failure = failedConnect(secure, McpConnectionException.class);
			assertThat(failure).hasMessageContaining("TLS with " + url + " failed");
			assertThat(failure.outcomeUnknown()).isFalse();
		}
	}

	@Test
	void handshakeOfTlsThatNeverEnds() throws Exception {
		try (ServerSocket silent = new ServerSocket(0)) {
			URI url = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/mcp");
			McpServer secure = McpServer
				.builder(HttpTransportSettings.streamableHttp(url).connectTimeout(Duration.ofMillis(200)).build())
				.initializationTimeout(Duration.ZERO)
				.build();
			McpConnectionException failure = failedConnect(secure, McpConnectionException.class);
			assertThat(failure).hasMessageContaining("no connection to " + url + " within PT0.2S");
			secure.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "400, false", "404, false", "405, false", "408, true", "429, false", "500, true", "502, true",
			"503, true" })
	void statusThatIsNoSuccess(int status, boolean outcomeUnknown) {
		this.server.on("tools/call",
				(request, answer) -> answer.status(status, "{\"why\":\"because\"}", "Content-Type: application/json"));
		McpConnectionException failure = failedCall(McpConnectionException.class);
		assertThat(failure.httpStatus()).hasValue(status);
		assertThat(failure).hasMessageContaining("HTTP status " + status).hasMessageContaining("because");
		if (status != 404) {
			assertThat(failure.outcomeUnknown()).isEqualTo(outcomeUnknown);
		}
	}

	@Test
	void statusWhileConnecting() {
		this.server.on("initialize", (request, answer) -> answer.status(503, "down", "Content-Type: text/plain"));
		McpConnectionException failure = failedConnect(this.client, McpConnectionException.class);
		assertThat(failure.httpStatus()).hasValue(503);
		assertThat(failure.problem()).isEqualTo(this.server.url() + " answered HTTP status 503 (unavailable): down");
	}

	@Test
	void refusalWhoseBodyNeverEnds() {
		this.server.on("tools/call", (request, answer) -> {
			answer.raw("HTTP/1.1 500 Broken\r\nContent-Length: 1000\r\n\r\nhalf");
			answer.awaitClientGone();
		});
		assertThat(failedCall(McpConnectionException.class).httpStatus()).hasValue(500);
	}

	@ParameterizedTest
	@CsvSource({ "401", "403" })
	void credentialsRefused(int status) {
		this.server.on("initialize",
				(request, answer) -> answer.status(status, "", "WWW-Authenticate: Bearer realm=\"x\""));
		McpAuthorizationException failure = failedConnect(this.client, McpAuthorizationException.class);
		assertThat(failure.httpStatus()).hasValue(status);
		assertThat(failure.challenge()).hasValue("Bearer realm=\"x\"");
		assertThat(failure.recoverable()).isFalse();
	}

	@Test
	void retryAfterInSeconds() {
		this.server.on("tools/call", (request, answer) -> answer.status(429, "", "Retry-After: 120"));
		McpConnectionException failure = failedCall(McpConnectionException.class);
		assertThat(failure.retryAfter()).hasValue(Duration.ofSeconds(120));
		assertThat(failure.outcomeUnknown()).isFalse();
	}

	@Test
	void retryAfterAsDate() {
		String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC).plusHours(1));
		this.server.on("tools/call", (request, answer) -> answer.status(503, "", "Retry-After: " + date));
		McpConnectionException failure = failedCall(McpConnectionException.class);
		assertThat(failure.retryAfter().orElseThrow()).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(60));
		assertThat(failure.outcomeUnknown()).isFalse();
	}

	@Test
	void retryAfterThatIsNonsense() {
		this.server.on("tools/call", (request, answer) -> answer.status(429, "", "Retry-After: soon"));
		assertThat(failedCall(McpConnectionException.class).retryAfter()).isEmpty();
	}

	@Test
	void htmlInsteadOfJson() {
		this.server.on("tools/call",
				(request, answer) -> answer.status(200, "<html>Welcome</html>", "Content-Type: text/html"));
		assertThat(failedCall(McpProtocolException.class))
			.hasMessageContaining("answered tools/call with HTTP status 200 and content of type 'text/html'");
	}

	@Test
	void successThatSaysNothing() {
		this.server.on("tools/call", (request, answer) -> answer.status(200, "", "Content-Type: application/json"));
		assertThat(failedCall(McpProtocolException.class))
			.hasMessageContaining("answered tools/call with HTTP status 200 and nothing instead of JSON");
	}

	@Test
	void requestThatIsOnlyAccepted() {
		this.server.on("tools/call", (request, answer) -> answer.status(202, ""));
		assertThat(failedCall(McpProtocolException.class)).hasMessageContaining("HTTP status 202 and nothing");
	}

	@Test
	void acceptedWithoutEndOfTheAnswer() {
		this.server.on("tools/call", (request, answer) -> {
			answer.raw("HTTP/1.1 202 Accepted\r\n\r\n");
			answer.awaitClientGone();
		});
		assertThat(failedCall(McpProtocolException.class)).hasMessageContaining("HTTP status 202 and nothing");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "[]", "not json", "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}",
			"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}" })
	void jsonThatIsNotTheReply(String json) {
		this.server.on("tools/call", (request, answer) -> answer.json(json));
		assertThat(failedCall(McpProtocolException.class)).hasMessageContaining("JSON that is not its reply");
		this.server.on("tools/call",
				(request, answer) -> answer.result(request, ScriptedHttpServer.text("fine again")));
		assertThat(this.client.callTool("echo", null).content()).hasSize(1);
	}

	@Test
	void credentialsInTheUrlAreInNoMessage() {
		URI url = URI.create("http://user:pass%2Bword@127.0.0.1:" + this.server.port() + "/mcp?token=s3cret");
		this.server.on("initialize", (request, answer) -> answer.status(500, ""));
		try (McpServer secret = McpServer.builder(HttpTransportSettings.streamableHttp(url).build())
			.reconnect(ReconnectPolicy.never())
			.build()) {
			McpConnectionException failure = failedConnect(secret, McpConnectionException.class);
			for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
				assertThat(cause.toString()).doesNotContain("user", "word", "s3cret");
			}
			assertThat(this.server.requests("initialize")).first()
				.satisfies((request) -> assertThat(request.header("Authorization"))
					.isEqualTo("Basic dXNlcjpwYXNzK3dvcmQ="));
		}
	}

}
