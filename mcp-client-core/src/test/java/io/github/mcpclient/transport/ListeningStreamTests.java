package io.github.mcpclient.transport;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.NotificationHandler;
import io.github.mcpclient.test.FaultProxy;
import io.github.mcpclient.test.ScriptedHttpServer.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The optional stream on which a server says what it was not asked (Q4, Q6).
 */
class ListeningStreamTests extends AbstractHttpTests {

	private static final String TOOLS_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

	private final List<String> heard = new CopyOnWriteArrayList<>();

	private McpServer listeningClient(URI url) {
		return client(url, (settings) -> {
		}, (builder) -> builder.notificationHandler(new NotificationHandler() {
			@Override
			public void toolsChanged(String serverName) {
				ListeningStreamTests.this.heard.add(serverName);
			}
		}));
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 401, 404, 405, 429, 500 })
	void refusalIsIgnored(int status) {
		this.server.on("GET", (request, answer) -> answer.status(status, ""));
		McpServer client = client();
		call(client);
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		for (int i = 0; i < 20; i++) {
			assertThat(call(client)).isEqualTo("ok");
		}
		assertThat(this.server.requests("initialize")).hasSize(1);
		assertThat(this.server.requests("GET")).hasSize(1);
	}

	@Test
	void jsonInsteadOfAStreamIsIgnored() {
		this.server.on("GET", (request, answer) -> answer.json(TOOLS_CHANGED));
		McpServer client = listeningClient(this.server.url());
		for (int i = 0; i < 20; i++) {
			assertThat(call(client)).isEqualTo("ok");
		}
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		assertThat(this.server.requests("initialize")).hasSize(1);
		assertThat(this.heard).isEmpty();
	}

	@Test
	void streamThatIsDroppedAgainAndAgainIsReopenedWhereItEnded() {
		AtomicInteger streams = new AtomicInteger();
		this.server.on("GET", (request, answer) -> {
			int number = streams.incrementAndGet();
			answer.stream();
			answer.chunk("retry: 60\nid: event-" + number + "\ndata: " + TOOLS_CHANGED + "\n\n");
			answer.cut();
		});
		McpServer client = listeningClient(this.server.url());
		client.connect();
		await().untilAsserted(() -> assertThat(this.heard).hasSizeGreaterThanOrEqualTo(4));
		List<Request> gets = this.server.requests("GET");
		assertThat(gets.get(0).headers()).doesNotContainKey("Last-Event-ID");
		for (int i = 1; i < 4; i++) {
			assertThat(gets.get(i).header("Last-Event-ID")).isEqualTo("event-" + i);
		}
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void changeOfToolsIsHeardAfterAProxyDroppedTheStream() {
		FaultProxy proxy = closeLater(FaultProxy.to(this.server.port()));
		AtomicInteger streams = new AtomicInteger();
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.chunk("retry: 60\nid: 1\ndata: " + TOOLS_CHANGED + "\n\n");
			streams.incrementAndGet();
			answer.awaitClientGone();
		});
		listeningClient(proxy.url("/mcp")).connect();
		await().untilAsserted(() -> assertThat(this.heard).hasSize(1));
		proxy.cut();
		await().untilAsserted(() -> assertThat(this.heard).hasSize(2));
		assertThat(streams).hasValue(2);
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void streamThatEndsAtOnceIsReopenedMoreAndMoreSlowly() {
		List<Long> times = new CopyOnWriteArrayList<>();
		this.server.on("GET", (request, answer) -> {
			times.add(System.nanoTime());
			answer.stream();
			answer.chunk("retry: 50\n\n");
			answer.endStream();
		});
		client().connect();
		await().untilAsserted(() -> assertThat(times).hasSizeGreaterThanOrEqualTo(4));
		// doubled each time: 100, 200, 400 ms at least
		assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(Duration.ofMillis(100).toNanos());
		assertThat(times.get(3) - times.get(2)).isGreaterThanOrEqualTo(Duration.ofMillis(400).toNanos());
	}

	@Test
	void streamThatIsSilentForTooLongIsReopened() {
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.chunk("retry: 50\n\n");
			answer.awaitClientGone();
		});
		McpServer client = client((settings) -> settings.readTimeout(Duration.ofMillis(100)));
		client.connect();
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSizeGreaterThanOrEqualTo(3));
		assertThat(this.server.requests("initialize")).hasSize(1);
		await().until(() -> this.server.openConnections() <= 2);
	}

	@Test
	void streamWithoutHeadersIsGivenUpAfterTheReadTimeout() {
		AtomicInteger gone = new AtomicInteger();
		this.server.on("GET", (request, answer) -> {
			answer.awaitClientGone();
			gone.incrementAndGet();
		});
		McpServer client = client((settings) -> settings.readTimeout(Duration.ofMillis(100)));
		client.connect();
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSizeGreaterThanOrEqualTo(2));
		client.close();
		await().until(() -> gone.get() == this.server.requests("GET").size());
	}

	@Test
	void forgottenSessionIsFoundByTheStreamBeforeACallNeedsIt() {
		AtomicInteger streams = new AtomicInteger();
		this.server.on("GET", (request, answer) -> {
			if (streams.incrementAndGet() == 2) {
				answer.status(404, "");
				return;
			}
			answer.stream();
			answer.chunk("retry: 50\nid: 1\ndata: " + TOOLS_CHANGED + "\n\n");
			if (streams.get() > 1) {
				answer.awaitClientGone();
			}
			answer.endStream();
		});
		client().connect();
		await().untilAsserted(() -> assertThat(this.server.requests("initialize")).hasSize(2));
	}

	@Test
	void closingFreesTheStream() throws Exception {
		CountDownLatch gone = new CountDownLatch(1);
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.awaitClientGone();
			gone.countDown();
		});
		McpServer client = client();
		client.connect();
		await().untilAsserted(() -> assertThat(this.server.requests("GET")).hasSize(1));
		client.close();
		gone.await();
	}

}
