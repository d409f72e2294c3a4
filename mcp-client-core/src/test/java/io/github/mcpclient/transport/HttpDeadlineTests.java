package io.github.mcpclient.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.ToolCall;
import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.FaultProxy;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ScriptedHttpServer.Request;
import io.github.mcpclient.test.ScriptedHttpServer.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Answers that come too slowly or not at all, and callers that do not wait for them (Q8,
 * Q14, Q17).
 */
class HttpDeadlineTests extends AbstractHttpTests {

	/** How many answers the client walked away from. */
	private final AtomicInteger abandoned = new AtomicInteger();

	/**
	 * The places in an answer after which nothing more comes.
	 */
	enum Stall {

		BEFORE_THE_HEADERS {
			@Override
			void begin(Answer answer) {
				// nothing
			}
		},

		WITHIN_THE_HEADERS {
			@Override
			void begin(Answer answer) throws IOException {
				answer.raw("HTTP/1.1 200 OK\r\nContent-Type: appl");
			}
		},

		WITHIN_THE_BODY {
			@Override
			void begin(Answer answer) throws IOException {
				answer.raw(
						"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\"");
			}
		},

		WITHIN_A_STREAM {
			@Override
			void begin(Answer answer) throws IOException {
				answer.stream();
				answer.chunk("data: {\"jsonrpc\"");
			}
		};

		abstract void begin(Answer answer) throws IOException;

		Script script(Runnable begun, Runnable abandoned) {
			return (request, answer) -> {
				begin(answer);
				begun.run();
				answer.awaitClientGone();
				abandoned.run();
			};
		}

	}

	private void stall(Stall stall, Runnable begun) {
		this.server.on("tools/call", stall.script(begun, this.abandoned::incrementAndGet));
	}

	@ParameterizedTest
	@EnumSource
	void callEndsAtItsDeadlineAndTheServerIsTold(Stall stall) {
		stall(stall, () -> {
		});
		McpServer client = client();
		client.connect();
		ToolCall call = ToolCall.builder("echo").timeout(Duration.ofMillis(200)).build();
		McpTimeoutException failure = catchThrowableOfType(McpTimeoutException.class, () -> client.callTool(call));
		assertThat(failure).hasMessageContaining("no answer to tools/call within");
		assertThat(failure.outcomeUnknown()).isTrue();
		await().untilAsserted(() -> assertThat(this.abandoned).hasValue(1));
		await().untilAsserted(() -> assertThat(this.server.requests("notifications/cancelled")).singleElement()
			.satisfies((cancelled) -> assertThat(cancelled.body())
				.contains("\"requestId\":" + this.server.requests("tools/call").get(0).id())));
	}

	@ParameterizedTest
	@EnumSource
	@Behaviour("A5")
	void silenceEndsAtTheReadTimeout(Stall stall) {
		stall(stall, () -> {
		});
		McpServer client = client((settings) -> settings.readTimeout(Duration.ofMillis(300)));
		McpTimeoutException failure = catchThrowableOfType(McpTimeoutException.class, () -> call(client));
		assertThat(failure).hasMessageContaining("no answer to tools/call within 300 ms");
		await().untilAsserted(() -> assertThat(this.abandoned).hasValue(1));
	}

	@ParameterizedTest
	@EnumSource
	void interruptEndsTheCallAtOnceAndFreesTheSocket(Stall stall) throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		stall(stall, begun::countDown);
		McpServer client = client();
		client.connect();
		AtomicReference<Thread> caller = new AtomicReference<>();
		Future<Boolean> flag = threads(1).submit(() -> {
			caller.set(Thread.currentThread());
			catchThrowableOfType(McpInterruptedException.class, () -> call(client));
			return Thread.currentThread().isInterrupted();
		});
		begun.await();
		// into the phase that is meant: what was sent has to arrive
		LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
		caller.get().interrupt();
		assertThat(flag.get()).isTrue();
		await().untilAsserted(() -> assertThat(this.abandoned).hasValue(1));
		await().untilAsserted(() -> assertThat(this.server.requests("notifications/cancelled")).hasSize(1));
	}

	@Test
	void interruptBeforeTheCallKeepsItFromBeingSent() {
		McpServer client = client();
		client.connect();
		Thread.currentThread().interrupt();
		McpInterruptedException failure = catchThrowableOfType(McpInterruptedException.class, () -> call(client));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(failure).isNotNull();
		assertThat(this.server.requests("tools/call")).isEmpty();
	}

	@Test
	void timeoutLeavesNoInterruptBehind() {
		stall(Stall.BEFORE_THE_HEADERS, () -> {
		});
		McpServer client = client();
		client.connect();
		ToolCall call = ToolCall.builder("echo").timeout(Duration.ofMillis(20)).build();
		for (int i = 0; i < 20; i++) {
			catchThrowableOfType(McpTimeoutException.class, () -> client.callTool(call));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	@Test
	void expiryThatTheCallerNoLongerNoticesLeavesNoInterruptBehind() {
		Bodiless message = new Bodiless("a test", Deadline.after(Duration.ZERO));
		HttpExchange exchange = new HttpExchange(message, Long.MAX_VALUE, new HttpReply.Kinds(1, EventStreamBody::new));
		exchange.expire();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(exchange.end()).isTrue();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		exchange.expire();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void expiryDoesNotTakeAnInterruptOfTheCallers() {
		Bodiless message = new Bodiless("a test", Deadline.after(Duration.ZERO));
		HttpExchange exchange = new HttpExchange(message, Long.MAX_VALUE, new HttpReply.Kinds(1, EventStreamBody::new));
		Thread.currentThread().interrupt();
		exchange.expire();
		assertThat(exchange.end()).isFalse();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void progressOnTheListeningStreamMovesTheDeadlineOfAnAnswerThatHasNotBegun() {
		AtomicReference<Answer> listening = new AtomicReference<>();
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			listening.set(answer);
			answer.awaitClientGone();
		});
		this.server.on("tools/call", (request, answer) -> {
			await().until(() -> listening.get() != null);
			for (int i = 1; i <= 8; i++) {
				LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
				listening.get()
					.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
							+ "{\"progressToken\":\"token\",\"progress\":%d}}".formatted(i));
			}
			answer.result(request, ScriptedHttpServer.text("long"));
		});
		McpServer client = client(this.server.url(), (settings) -> {
		}, (builder) -> builder.toolTimeout(Duration.ofSeconds(1)));
		ToolCall call = ToolCall.builder("echo").meta(Map.of("progressToken", "token")).build();
		assertThat(text(client.callTool(call))).isEqualTo("long");
	}

	@ParameterizedTest
	@EnumSource(names = { "WITHIN_THE_BODY", "WITHIN_A_STREAM" })
	void trickleEndsAtTheDeadlineOfTheCall(Stall stall) {
		this.server.on("tools/call", (request, answer) -> {
			stall.begin(answer);
			try {
				while (true) {
					answer.raw((stall == Stall.WITHIN_A_STREAM) ? "1\r\n \r\n" : " ");
					LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
				}
			}
			finally {
				this.abandoned.incrementAndGet();
			}
		});
		McpServer client = client((settings) -> settings.readTimeout(Duration.ofSeconds(60)));
		ToolCall call = ToolCall.builder("echo").timeout(Duration.ofSeconds(1)).build();
		assertThat(catchThrowableOfType(McpTimeoutException.class, () -> client.callTool(call))).isNotNull();
		await().untilAsserted(() -> assertThat(this.abandoned).hasValue(1));
	}

	@Test
	void slowAnswerIsReceived() {
		FaultProxy proxy = closeLater(FaultProxy.to(this.server.port()));
		McpServer client = client(proxy.url("/mcp"), (settings) -> settings.readTimeout(Duration.ofSeconds(60)));
		client.connect();
		proxy.slow(100_000);
		assertThat(call(client)).isEqualTo("ok");
	}

	@Test
	void tenThousandCallsThatTimeOutLeaveNothingBehind() throws Exception {
		stall(Stall.BEFORE_THE_HEADERS, () -> {
		});
		this.server.forgetRequests();
		McpServer client = client();
		client.ping();
		timeOut(client, 1_000);
		long before = usedMemory();
		int threadsBefore = Thread.activeCount();
		timeOut(client, 9_000);
		await().untilAsserted(() -> assertThat(this.server.openConnections()).isLessThan(100));
		await().untilAsserted(() -> assertThat(Thread.activeCount()).isLessThan(threadsBefore + 50));
		await().untilAsserted(() -> assertThat(usedMemory() - before).isLessThan(9_000 * 500L));
		assertThat(call(client, "other")).isEqualTo("other");
	}

	private String call(McpServer client, String text) {
		this.server.on("tools/call", (request, answer) -> answer.result(request, ScriptedHttpServer.text(text)));
		return call(client);
	}

	private void timeOut(McpServer client, int calls) throws Exception {
		ToolCall call = ToolCall.builder("echo").timeout(Duration.ofMillis(5)).build();
		ExecutorService threads = threads(16);
		List<Future<?>> all = new ArrayList<>();
		for (int i = 0; i < calls; i++) {
			all.add(threads.submit(() -> catchThrowableOfType(McpTimeoutException.class, () -> client.callTool(call))));
		}
		for (Future<?> one : all) {
			assertThat(one.get()).isNotNull();
		}
		threads.shutdown();
	}

	private static long usedMemory() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	@Test
	void pooledConnectionThatDiesAsThePostGoesOutIsAmbiguousAndThePostIsSentOnce() {
		AtomicInteger received = new AtomicInteger();
		this.server.on("tools/call", (request, answer) -> {
			received.incrementAndGet();
			answer.close();
		});
		McpServer client = client();
		client.ping();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client));
		assertThat(failure.outcomeUnknown()).isTrue();
		assertThat(failure).hasMessageContaining("the connection to " + this.server.url() + " broke");
		assertThat(received).hasValue(1);
	}

	@Test
	void pooledConnectionThatIsResetAsThePostGoesOutIsAmbiguousAndThePostIsSentOnce() {
		AtomicInteger received = new AtomicInteger();
		this.server.on("tools/call", (request, answer) -> {
			received.incrementAndGet();
			answer.cut();
		});
		McpServer client = client();
		client.ping();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client));
		assertThat(failure.outcomeUnknown()).isTrue();
		assertThat(received).hasValue(1);
	}

	@Test
	void pooledConnectionsThatDiedUnusedAreReplaced() {
		McpServer client = client();
		for (int i = 0; i < 10; i++) {
			client.ping();
			this.server.cutConnections();
			await().until(() -> this.server.openConnections() == 0);
			// the client notices by itself; a call that comes first fails as ambiguous
			await().ignoreExceptionsInstanceOf(McpConnectionException.class).until(() -> call(client).equals("ok"));
		}
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void bodyThatBreaksOffIsAmbiguous() {
		this.server.on("tools/call", (request, answer) -> {
			Stall.WITHIN_THE_BODY.begin(answer);
			answer.close();
		});
		McpClientException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client()));
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	void closingEndsCallsWhereverTheyAre() throws Exception {
		List<Future<McpConnectionException>> calls = new ArrayList<>();
		CountDownLatch begun = new CountDownLatch(Stall.values().length);
		AtomicInteger next = new AtomicInteger();
		this.server.on("tools/call",
				(request, answer) -> Stall.values()[next.getAndIncrement()]
					.script(begun::countDown, this.abandoned::incrementAndGet)
					.answer(request, answer));
		McpServer client = client();
		client.connect();
		ExecutorService threads = threads(Stall.values().length);
		for (int i = 0; i < Stall.values().length; i++) {
			calls.add(threads.submit(() -> {
				McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, () -> call(client));
				assertThat(Thread.currentThread().isInterrupted()).isFalse();
				return failure;
			}));
		}
		begun.await();
		client.close();
		for (Future<McpConnectionException> call : calls) {
			assertThat(call.get()).hasMessageContaining("closed");
		}
		await().untilAsserted(() -> assertThat(this.abandoned).hasValue(Stall.values().length));
	}

	@Test
	void otherCallsGoOnBesideOneThatIsStalled() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		this.server.on("tools/call", (request, answer) -> {
			if (begun.getCount() == 1) {
				begun.countDown();
				answer.awaitClientGone();
			}
			answer.result(request, ScriptedHttpServer.text("ok"));
		});
		McpServer client = client();
		client.connect();
		threads(1).submit(() -> call(client));
		begun.await();
		for (int i = 0; i < 100; i++) {
			assertThat(call(client)).isEqualTo("ok");
		}
		assertThat(this.server.requests("initialize")).extracting(Request::method).containsExactly("POST");
	}

}
