package io.github.mcpclient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.HttpStub;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class FailedConnectTests {

	private static McpClientException failureOf(McpTransportSettings settings) {
		return failureOf(McpServer.builder(settings));
	}

	/**
	 * Connect, and check what is true of every failure.
	 */
	private static McpClientException failureOf(McpServer.Builder builder) {
		McpServer server = builder.name("broken").build();
		McpClientException failure = catchThrowableOfType(McpClientException.class, server::connect);
		assertThat(failure).isNotNull();
		assertThat(failure.serverName()).isEqualTo("broken");
		assertThat(failure).hasMessage("MCP server 'broken': " + failure.problem());
		assertThat(failure.outcomeUnknown()).isFalse();
		assertThat(server.status().state()).isEqualTo(State.FAILED);
		assertThat(server.status().failure()).contains(failure);
		assertThat(server.status().connects()).isZero();
		LeftOvers.assertNone("broken");
		return failure;
	}

	@Test
	void commandThatDoesNotExist() {
		McpClientException failure = failureOf(StdioTransportSettings.command("no-such-command").build());
		assertThat(failure.problem())
			.isEqualTo("the command 'no-such-command' does not exist; check its spelling and the PATH");
		assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class,
				(it) -> assertThat(it.recoverable()).isFalse());
		assertThat(failure).hasCauseInstanceOf(IOException.class);
	}

	@Test
	void commandThatIsNotExecutable(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("script.sh"));
		assertThat(failureOf(StdioTransportSettings.command(file.toString()).build()).problem())
			.isEqualTo("the command '%s' is not executable".formatted(file));
	}

	@Test
	void directoryThatDoesNotExist(@TempDir Path directory) {
		Path missing = directory.resolve("missing");
		assertThat(failureOf(new Script().settings().cwd(missing).build()).problem())
			.startsWith("the directory '%s' to run".formatted(missing))
			.endsWith("in does not exist");
	}

	@Test
	void processThatExitsAtStart() {
		McpClientException failure = failureOf(
				new Script().onStart(Script.stderr("cannot read the license"), Script.exit(7)).settings().build());
		assertThat(failure).isInstanceOf(McpConnectionException.class);
		assertThat(failure.problem())
			.isEqualTo("the process exited with code 7; last on stderr: cannot read the license");
	}

	@Test
	void processThatExitsInsteadOfAnswering() {
		assertThat(failureOf(new Script().on("initialize", Script.exit(0)).settings().build()).problem())
			.isEqualTo("the process exited with code 0");
	}

	@Test
	@Behaviour("B3")
	void processThatNeverAnswers() {
		McpClientException failure = failureOf(McpServer.builder(new Script().on("initialize").settings().build())
			.initializationTimeout(Duration.ofMillis(300)));
		assertThat(failure).isInstanceOf(McpTimeoutException.class);
		assertThat(failure.problem()).isEqualTo("no answer to initialize within 300 ms");
	}

	@Test
	void processThatRefusesToInitialize() {
		McpClientException failure = failureOf(
				new Script().on("initialize", Script.error(-32000, "no seats left")).settings().build());
		assertThat(failure).isInstanceOfSatisfying(McpProtocolException.class,
				(it) -> assertThat(it.code()).isEqualTo(-32000));
		assertThat(failure.problem()).isEqualTo("answered initialize with error -32000: no seats left");
	}

	@Test
	void processOfAnotherProtocolVersion() {
		String result = Script.result("{\"protocolVersion\":\"1999-01-01\",\"capabilities\":{},"
				+ "\"serverInfo\":{\"name\":\"old\",\"version\":\"0\"}}");
		McpClientException failure = failureOf(new Script().on("initialize", result).settings().build());
		assertThat(failure).isInstanceOf(McpProtocolException.class);
		assertThat(failure.problem()).startsWith("wants protocol version 1999-01-01; this client speaks [2025-11-25");
	}

	@ParameterizedTest
	@EnumSource
	@Behaviour("B3")
	void portAtWhichNothingListens(Kind kind) throws IOException {
		URI url;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			url = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/mcp");
		}
		McpClientException failure = failureOf(kind.settings(url));
		assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class, (it) -> {
			assertThat(it.recoverable()).isTrue();
			assertThat(it.httpStatus()).isEmpty();
		});
		assertThat(failure.problem()).isEqualTo("nothing listens at %s (connection refused)".formatted(url));
		assertThat(failure).hasRootCauseInstanceOf(IOException.class);
	}

	@ParameterizedTest
	@CsvSource({ "STREAMABLE_HTTP, 401", "STREAMABLE_HTTP, 403", "SSE, 401", "SSE, 403" })
	void refusedCredentials(Kind kind, int status) {
		try (HttpStub stub = new HttpStub().on("*",
				HttpStub.status(status).with("WWW-Authenticate", "Bearer realm=\"mcp\""))) {
			McpClientException failure = failureOf(kind.settings(stub.url("/mcp")));
			assertThat(failure).isInstanceOfSatisfying(McpAuthorizationException.class, (it) -> {
				assertThat(it.httpStatus()).hasValue(status);
				assertThat(it.challenge()).contains("Bearer realm=\"mcp\"");
				assertThat(it.recoverable()).isFalse();
			});
			assertThat(failure.problem()).startsWith("%s answered HTTP status %d".formatted(stub.url("/mcp"), status));
		}
	}

	@ParameterizedTest
	@CsvSource({ "STREAMABLE_HTTP, 302", "STREAMABLE_HTTP, 404", "STREAMABLE_HTTP, 500", "STREAMABLE_HTTP, 503",
			"SSE, 302", "SSE, 404", "SSE, 500", "SSE, 503" })
	@Behaviour("B3")
	void httpStatus(Kind kind, int status) {
		try (HttpStub stub = new HttpStub().on("*", HttpStub.status(status))) {
			McpClientException failure = failureOf(kind.settings(stub.url("/mcp")));
			assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class,
					(it) -> assertThat(it.httpStatus()).hasValue(status));
			assertThat(failure.problem()).startsWith("%s answered HTTP status %d".formatted(stub.url("/mcp"), status));
		}
	}

	@ParameterizedTest
	@EnumSource
	void webPageInsteadOfAServer(Kind kind) {
		try (HttpStub stub = new HttpStub().on("*", HttpStub.body(200, "text/html", "<html></html>"))) {
			assertThat(failureOf(kind.settings(stub.url("/"))).problem()).contains(stub.url("/").toString(), "200");
		}
	}

	@Test
	void streamOfEventsWithoutAnEndpoint() {
		try (HttpStub stub = new HttpStub().on("GET", HttpStub.body(200, "text/event-stream", ": nothing\n\n"))) {
			assertThat(failureOf(Kind.SSE.settings(stub.url("/sse"))).problem())
				.isEqualTo("the server ended the stream of events");
		}
	}

	@Test
	void endpointOfAnotherOriginGetsNoCredentials() {
		try (HttpStub other = new HttpStub();
				HttpStub stub = new HttpStub().on("GET", HttpStub.body(200, "text/event-stream",
						"event: endpoint\ndata: " + other.url("/message") + "\n\n"))) {
			assertThat(failureOf(Kind.SSE.settings(stub.url("/sse"))).problem())
				.isEqualTo("the server names an endpoint for messages that is not of its own origin");
			assertThat(other.received).isEmpty();
		}
	}

	@Test
	void streamOfEventsIsClosedWhenTheHandshakeFails() throws InterruptedException {
		CountDownLatch closed = new CountDownLatch(1);
		HttpStub.Answer stream = (exchange, id) -> {
			exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
			exchange.sendResponseHeaders(200, 0);
			try {
				exchange.getResponseBody().write("event: endpoint\ndata: /message\n\n".getBytes());
				while (true) {
					exchange.getResponseBody().write(":\n\n".getBytes());
					exchange.getResponseBody().flush();
					Thread.onSpinWait();
				}
			}
			catch (IOException ex) {
				closed.countDown();
			}
		};
		try (HttpStub stub = new HttpStub().on("GET", stream).on("initialize", HttpStub.status(500))) {
			assertThat(failureOf(Kind.SSE.settings(stub.url("/sse"))).problem())
				.startsWith("%s answered HTTP status 500".formatted(stub.url("/sse")));
			closed.await();
		}
	}

	@Test
	@Behaviour("B8")
	void sessionIsEndedWhenTheHandshakeFails() {
		try (HttpStub stub = new HttpStub()
			.on("initialize", HttpStub.json(Script.initialized("{}")).with("Mcp-Session-Id", "s-1"))
			.on("notifications/initialized", HttpStub.status(500))) {
			assertThat(failureOf(Kind.STREAMABLE_HTTP.settings(stub.url("/mcp"))).problem())
				.startsWith("%s answered HTTP status 500".formatted(stub.url("/mcp")));
			Eventually.that(() -> assertThat(stub.received).contains("DELETE "));
		}
	}

	@Test
	@Behaviour("B3")
	void callsOnAFailedServerFailAtOnceWithTheCauseUntilItIsConnectedAgain(@TempDir Path directory) throws IOException {
		Path cwd = directory.resolve("later");
		try (McpServer server = McpServer.builder(new Script().settings().cwd(cwd).build()).name("broken").build()) {
			McpClientException cause = catchThrowableOfType(McpClientException.class, server::connect);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping)
				.withMessage("MCP server 'broken': not connected: " + cause.problem())
				.withCause(cause);
			Files.createDirectory(cwd);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping);
			server.connect();
			server.ping();
			assertThat(server.status().failure()).isEmpty();
		}
	}

	enum Kind {

		STREAMABLE_HTTP(HttpTransportSettings::streamableHttp), SSE(HttpTransportSettings::sse);

		private final Function<URI, HttpTransportSettings.Builder> builder;

		Kind(Function<URI, HttpTransportSettings.Builder> builder) {
			this.builder = builder;
		}

		McpTransportSettings settings(URI url) {
			return this.builder.apply(url).build();
		}

	}

}
