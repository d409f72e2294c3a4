package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.ToolCall;
import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.FaultProxy;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Script;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * The older transport of two endpoints, under faults (Q11).
 */
class SseTransportTests extends AbstractHttpTests {

	/** The stream that is open. */
	private final AtomicReference<Answer> stream = new AtomicReference<>();

	private volatile String endpoint = "/messages?session=1";

	@BeforeEach
	void behave() {
		behave(this.server);
	}

	private void behave(ScriptedHttpServer server) {
		server.on("GET", this::open);
		reply(server, "initialize", ScriptedHttpServer.initializeResult("2024-11-05"));
		reply(server, "tools/call", ScriptedHttpServer.text("ok"));
		reply(server, "ping", "{}");
	}

	private void open(ScriptedHttpServer.Request request, Answer answer) throws IOException {
		answer.stream();
		this.stream.set(answer);
		answer.chunk("event: endpoint\ndata: " + this.endpoint + "\n\n");
		answer.awaitClientGone();
	}

	private void reply(ScriptedHttpServer server, String method, String result) {
		server.on(method, (request, answer) -> {
			answer.status(202, "Accepted");
			this.stream.get().event(Answer.reply(request, result));
		});
	}

	private McpServer sseClient() {
		return sseClient(this.server.url("/sse"), (settings) -> {
		}, ReconnectPolicy.defaults());
	}

	private McpServer sseClient(URI url, Consumer<HttpTransportSettings.Builder> transport, ReconnectPolicy policy) {
		HttpTransportSettings.Builder settings = HttpTransportSettings.sse(url).readTimeout(Duration.ZERO);
		transport.accept(settings);
		return build(settings, (builder) -> builder.reconnect(policy));
	}

	private McpServer clientOf(URI url) {
		return sseClient(url, (settings) -> {
		}, ReconnectPolicy.never());
	}

	@Test
	void firstConnectThatIsRefusedFailsAtOnce() {
		this.server.close();
		McpServer client = clientOf(this.server.url("/sse"));
		assertThat(catchThrowableOfType(McpConnectionException.class, client::connect))
			.hasMessageContaining("nothing listens at " + this.server.url("/sse"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 401, 403 })
	void refusedCredentialsFailAtOnce(int status) {
		this.server.on("GET", (request, answer) -> answer.status(status, "", "WWW-Authenticate: Bearer"));
		McpServer client = clientOf(this.server.url("/sse"));
		McpAuthorizationException failure = catchThrowableOfType(McpAuthorizationException.class, client::connect);
		assertThat(failure.httpStatus()).hasValue(status);
		assertThat(failure.challenge()).hasValue("Bearer");
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 405, 500, 503 })
	void statusThatIsNoSuccessFailsAtOnce(int status) {
		this.server.on("GET", (request, answer) -> answer.status(status, ""));
		McpServer client = clientOf(this.server.url("/sse"));
		assertThat(catchThrowableOfType(McpConnectionException.class, client::connect).httpStatus()).hasValue(status);
	}

	@Test
	void htmlInsteadOfAStreamFailsAtOnce() {
		this.server.on("GET", (request, answer) -> answer.status(200, "<html/>", "Content-Type: text/html"));
		McpServer client = clientOf(this.server.url("/sse"));
		assertThat(catchThrowableOfType(McpProtocolException.class, client::connect))
			.hasMessageContaining("content of type 'text/html' instead of a stream of events");
	}

	@Test
	void streamThatEndsWithoutAnEndpointFailsAtOnce() {
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.endStream();
		});
		McpServer client = clientOf(this.server.url("/sse"));
		assertThat(catchThrowableOfType(McpConnectionException.class, client::connect))
			.hasMessageContaining("ended the stream of events");
	}

	@Test
	void endpointThatNeverComesEndsAtTheInitializationTimeout() {
		CountDownLatch gone = new CountDownLatch(1);
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.awaitClientGone();
			gone.countDown();
		});
		McpServer client = build(HttpTransportSettings.sse(this.server.url("/sse")),
				(builder) -> builder.initializationTimeout(Duration.ofMillis(300)));
		assertThat(catchThrowableOfType(McpTimeoutException.class, client::connect)).isNotNull();
		await().until(() -> gone.getCount() == 0);
	}

	@ParameterizedTest
	@CsvSource({ "/messages?session=1, /messages?session=1", "messages?session=1, /v1/messages?session=1",
			"?session=1, /v1/sse?session=1", "http://127.0.0.1:%d/messages, /messages", "../messages, /messages" })
	void endpointWithinTheOrigin(String reference, String expected) {
		this.endpoint = reference.formatted(this.server.port());
		assertThat(call(clientOf(this.server.url("/v1/sse?a=b")))).isEqualTo("ok");
		assertThat(this.server.requests("tools/call")).singleElement()
			.satisfies((request) -> assertThat(request.target()).isEqualTo(expected));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://localhost:1/messages", "https://127.0.0.1:%d/messages", "//evil.example/messages",
			"http://127.0.0.1:%d@evil.example/", ":::" })
	void endpointOfAnotherOriginIsRefused(String reference) {
		this.endpoint = reference.formatted(this.server.port());
		McpServer client = clientOf(this.server.url("/sse"));
		assertThat(catchThrowableOfType(McpConnectionException.class, client::connect))
			.hasMessageContaining("not of its own origin");
		assertThat(this.server.requests()).extracting(ScriptedHttpServer.Request::method).containsExactly("GET");
	}

	@Test
	void portsThatAreTheStandardAreEqualToNone() {
		URI base = URI.create("https://Example.com/sse");
		assertThat(Origin.of(Origin.resolve(base, "https://example.com:443/messages"))).isEqualTo(Origin.of(base));
		assertThat(Origin.of(URI.create("http://example.com:443/sse"))).isNotEqualTo(Origin.of(base));
	}

	@Test
	void redirectOfTheStreamIsFollowedWithinTheOrigin() {
		Script behaved = this.server.script("GET");
		this.endpoint = "messages";
		this.server.on("GET", (request, answer) -> {
			if (request.target().equals("/sse")) {
				answer.status(307, "", "Location: /v1/sse");
			}
			else {
				behaved.answer(request, answer);
			}
		});
		assertThat(call(sseClient())).isEqualTo("ok");
		assertThat(this.server.requests("tools/call")).singleElement()
			.satisfies((request) -> assertThat(request.target()).isEqualTo("/v1/messages"));
	}

	@Test
	void headersAreOnStreamAndMessages() {
		McpServer client = sseClient(this.server.url("/sse"), (settings) -> settings.headers(Map.of("X-Tenant", "a"))
			.auth((name) -> Map.of("Authorization", "Bearer t")), ReconnectPolicy.never());
		call(client);
		assertThat(this.server.requests()).allSatisfy((request) -> {
			assertThat(request.header("X-Tenant")).isEqualTo("a");
			assertThat(request.header("Authorization")).isEqualTo("Bearer t");
		});
	}

	@Test
	void restartOfTheServerIsNoticedAndFollowed() {
		McpServer client = sseClient();
		assertThat(call(client)).isEqualTo("ok");
		int port = this.server.port();
		this.server.close();
		await().until(() -> client.status().state() == State.RECONNECTING);
		this.server = ScriptedHttpServer.start(port);
		behave(this.server);
		await().atMost(Duration.ofSeconds(60)).until(() -> client.status().state() == State.CONNECTED);
		assertThat(call(client)).isEqualTo("ok");
	}

	@Test
	void callInFlightFailsAsPossiblyExecutedWhenTheStreamBreaks() throws Exception {
		FaultProxy proxy = closeLater(FaultProxy.to(this.server.port()));
		CountDownLatch arrived = new CountDownLatch(1);
		this.server.on("tools/call", (request, answer) -> {
			answer.status(202, "");
			arrived.countDown();
		});
		McpServer client = clientOf(proxy.url("/sse"));
		client.connect();
		Future<McpConnectionException> call = threads(1)
			.submit(() -> catchThrowableOfType(McpConnectionException.class, () -> call(client)));
		arrived.await();
		proxy.cut();
		assertThat(call.get()).isNotNull();
		assertThat(call.get().outcomeUnknown()).isTrue();
	}

	@Test
	void streamThatIsSilentForTooLongIsLost() {
		McpServer client = sseClient(this.server.url("/sse"),
				(settings) -> settings.readTimeout(Duration.ofMillis(300)), ReconnectPolicy.never());
		client.start();
		await().until(() -> client.status().state() == State.FAILED);
		assertThat(client.status().failure()).get().asString().contains("nothing came for PT0.3S");
		await().until(() -> this.server.openConnections() <= 1);
	}

	@Test
	void messageThatIsRefusedFailsTheCallAtOnce() {
		McpServer client = sseClient();
		client.connect();
		this.server.on("tools/call", (request, answer) -> answer.status(500, ""));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client));
		assertThat(failure.httpStatus()).hasValue(500);
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	void replyThatComesBeforeTheMessageIsAcceptedCounts() {
		this.server.on("tools/call", (request, answer) -> {
			this.stream.get().event(Answer.reply(request, ScriptedHttpServer.text("early")));
			// the client answers the ping when it has read the reply before it
			this.stream.get().event("{\"jsonrpc\":\"2.0\",\"id\":\"sync\",\"method\":\"ping\"}");
			await().until(() -> this.server.requests().stream().anyMatch((other) -> other.body().contains("\"sync\"")));
			answer.cut();
		});
		assertThat(call(sseClient())).isEqualTo("early");
	}

	@Test
	void replyLargerThanAllowedFailsItsCallOnly() {
		McpServer client = sseClient(this.server.url("/sse"), (settings) -> settings.maxResponseSize(2_000),
				ReconnectPolicy.never());
		call(client);
		reply(this.server, "tools/call", ScriptedHttpServer.text("x".repeat(5_000)));
		assertThat(catchThrowableOfType(McpProtocolException.class, () -> call(client)))
			.hasMessageContaining("longer than 2000 bytes");
		reply(this.server, "tools/call", ScriptedHttpServer.text("ok"));
		assertThat(call(client)).isEqualTo("ok");
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void eventThatNeverEndsLosesTheConnectionWithTheReason() {
		this.server.on("tools/call", (request, answer) -> {
			answer.status(202, "");
			this.stream.get().chunk("data: ");
			while (true) {
				this.stream.get().chunk("x".repeat(1_000));
			}
		});
		McpServer client = sseClient(this.server.url("/sse"), (settings) -> settings.maxResponseSize(2_000),
				ReconnectPolicy.never());
		assertThat(catchThrowableOfType(McpConnectionException.class, () -> call(client)))
			.hasMessageContaining("more than 2000 bytes");
	}

	@Test
	void callTimesOutAndTheServerIsTold() {
		this.server.on("tools/call", (request, answer) -> answer.status(202, ""));
		McpServer client = sseClient();
		client.connect();
		ToolCall call = ToolCall.builder("echo").timeout(Duration.ofMillis(200)).build();
		assertThat(catchThrowableOfType(McpTimeoutException.class, () -> client.callTool(call))).isNotNull();
		await().untilAsserted(() -> assertThat(this.server.requests("notifications/cancelled")).hasSize(1));
	}

	@Test
	void closingFreesTheStream() {
		McpServer client = sseClient();
		client.connect();
		client.close();
		await().until(() -> this.server.openConnections() <= 1);
	}

}
