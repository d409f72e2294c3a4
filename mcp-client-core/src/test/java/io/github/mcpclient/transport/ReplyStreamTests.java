package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Calls that are answered by a stream of events (Q7, Q15, Q18).
 */
class ReplyStreamTests extends AbstractHttpTests {

	/** The request whose reply a later stream brings. */
	private final AtomicReference<Request> unanswered = new AtomicReference<>();

	@BeforeEach
	void listeningIsRefused() {
		this.server.on("GET", (request, answer) -> {
			if (request.header("Last-Event-ID") == null) {
				answer.status(405, "");
			}
			else {
				resumed(request, answer);
			}
		});
	}

	private void resumed(Request get, Answer answer) throws IOException {
		answer.stream();
		answer.event(
				Answer.reply(this.unanswered.get(), ScriptedHttpServer.text("after " + get.header("Last-Event-ID"))));
		answer.endStream();
	}

	@Test
	void streamThatEndsWithoutTheReplyFailsTheCallAtOnce() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.chunk(": nothing\n\n");
			answer.endStream();
		});
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure).hasMessageContaining("the answer to tools/call ended without a reply");
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	void streamThatIsCutFailsTheCallAtOnce() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.cut();
		});
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void streamThatEndsAfterAnEventWithAnIdIsResumed(boolean orderly) {
		AtomicLong ended = new AtomicLong();
		this.server.on("tools/call", (request, answer) -> {
			this.unanswered.set(request);
			answer.stream();
			answer.chunk("id: priming\nretry: 300\ndata:\n\n");
			ended.set(System.nanoTime());
			if (orderly) {
				answer.endStream();
			}
			else {
				answer.cut();
			}
		});
		McpServer client = client();
		assertThat(call(client)).isEqualTo("after priming");
		assertThat(System.nanoTime() - ended.get()).isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
		Request get = this.server.requests("GET").get(this.server.requests("GET").size() - 1);
		assertThat(get.header("Mcp-Session-Id")).isEqualTo(ScriptedHttpServer.SESSION);
		assertThat(this.server.requests("tools/call")).hasSize(1);
	}

	@Test
	void streamIsResumedAsOftenAsItEnds() {
		this.server.on("tools/call", (request, answer) -> {
			this.unanswered.set(request);
			answer.stream();
			answer.chunk("id: 1\nretry: 50\ndata:\n\n");
			answer.endStream();
		});
		this.server.on("GET", (request, answer) -> {
			String last = request.header("Last-Event-ID");
			if (last == null) {
				answer.status(405, "");
			}
			else if (last.equals("3")) {
				resumed(request, answer);
			}
			else {
				answer.stream();
				answer.chunk("id: %d\ndata:\n\n".formatted(Integer.parseInt(last) + 1));
				answer.endStream();
			}
		});
		assertThat(call(client())).isEqualTo("after 3");
	}

	@Test
	void streamThatCannotBeResumedFailsTheCallAsPossiblyExecuted() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.chunk("id: 1\nretry: 50\ndata:\n\n");
			answer.endStream();
		});
		this.server.on("GET", (request, answer) -> answer.status(405, ""));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure).hasMessageContaining("cannot be resumed").hasMessageContaining("405");
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	void serverThatIsGoneWhenTheStreamIsToBeResumedFailsTheCallAsPossiblyExecuted() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.chunk("id: 1\nretry: 50\ndata:\n\n");
			this.server.close();
		});
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	void sixteenCallersNeedSixteenConnections() throws Exception {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.event(Answer.reply(request, ScriptedHttpServer.text("ok")));
			answer.endStream();
		});
		this.server.forgetRequests();
		McpServer client = client();
		client.connect();
		ExecutorService threads = threads(16);
		List<Future<Integer>> callers = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			callers.add(threads.submit(() -> {
				int succeeded = 0;
				for (int call = 0; call < 1_000; call++) {
					succeeded += call(client).equals("ok") ? 1 : 0;
				}
				return succeeded;
			}));
		}
		for (Future<Integer> caller : callers) {
			assertThat(caller.get()).isEqualTo(1_000);
		}
		// one more for the handshake and the refused listening stream
		assertThat(this.server.connections()).isLessThanOrEqualTo(16 + 2);
	}

	@Test
	void callerDoesNotWaitForAStreamThatGoesOnAfterTheReply() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.event(Answer.reply(request, ScriptedHttpServer.text("ok")));
			try {
				while (true) {
					answer.chunk(": still here\n\n");
				}
			}
			finally {
				this.unanswered.set(request);
			}
		});
		assertThat(call(client())).isEqualTo("ok");
	}

	@Test
	void eventThatArrivesByteByByteIsWhole() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			String reply = Answer.reply(request, ScriptedHttpServer.text("größer \uD83D\uDE00 日本"));
			for (byte next : (": comment\r\nevent: message\r\ndata: " + reply + "\r\n\r\n")
				.getBytes(StandardCharsets.UTF_8)) {
				answer.chunk(new byte[] { next });
			}
			answer.endStream();
		});
		assertThat(call(client())).isEqualTo("größer \uD83D\uDE00 日本");
	}

	@Test
	void requestsAndNotificationsBeforeTheReplyAreHandled() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.event("{\"jsonrpc\":\"2.0\",\"id\":\"s-1\",\"method\":\"ping\"}");
			answer.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
			answer.event("no JSON at all");
			answer.event(Answer.reply(request, ScriptedHttpServer.text("ok")));
			answer.endStream();
		});
		assertThat(call(client())).isEqualTo("ok");
	}

}
