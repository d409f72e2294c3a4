package io.github.mcpclient.transport;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.modelcontextprotocol.spec.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream on which a server says what it was not asked. Optional for the server: any
 * refusal is fine. A stream that was open and ends is opened again, from the last event
 * on.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server">Listening
 * for messages from the server</a>
 */
final class ListeningStream {

	private static final long FIRST_DELAY_MILLIS = 1_000;

	private static final long LONGEST_DELAY_MILLIS = 30_000;

	private final HttpCalls calls;

	private final HttpTransportSettings settings;

	private final Consumer<SseEvent> events;

	private final Supplier<HttpRequest.Builder> request;

	private final Logger logger;

	private volatile boolean closed;

	private volatile @Nullable PushedEvents current;

	private @Nullable String lastEventId;

	private long delayMillis = FIRST_DELAY_MILLIS;

	ListeningStream(String serverName, HttpCalls calls, HttpTransportSettings settings, Consumer<SseEvent> events,
			Supplier<HttpRequest.Builder> request) {
		this.calls = calls;
		this.settings = settings;
		this.events = events;
		this.request = request;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
	}

	void open() {
		HttpRequest.Builder get = this.request.get().setHeader(HttpHeaders.ACCEPT, "text/event-stream").GET();
		if (this.lastEventId != null) {
			get.setHeader(HttpHeaders.LAST_EVENT_ID, this.lastEventId);
		}
		PushedEvents stream = new PushedEvents(this.settings, this.events);
		this.current = stream;
		this.calls.sendAsync(get.build(), stream.handler())
			.whenComplete((response, failure) -> ended(stream, response, failure));
	}

	private void ended(PushedEvents stream, @Nullable HttpResponse<Boolean> response, @Nullable Throwable failure) {
		stream.lastEventId().ifPresent((id) -> this.lastEventId = id);
		if (this.closed) {
			stream.cancel();
			return;
		}
		if (response != null && !response.body()) {
			this.logger.debug("The server offers no stream of its own, HTTP status {}", response.statusCode());
			return;
		}
		this.logger.debug("The stream from the server ended and is opened again", failure);
		this.delayMillis = stream.delivered() ? FIRST_DELAY_MILLIS
				: Math.min(2 * this.delayMillis, LONGEST_DELAY_MILLIS);
		long delay = stream.retryMillis().orElse(this.delayMillis);
		CompletableFuture.delayedExecutor(Duration.ofMillis(delay).toMillis(), TimeUnit.MILLISECONDS).execute(() -> {
			if (!this.closed) {
				open();
			}
		});
	}

	void close() {
		this.closed = true;
		PushedEvents stream = this.current;
		if (stream != null) {
			stream.cancel();
		}
	}

}
