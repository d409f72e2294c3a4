package io.github.mcpclient.transport;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpClientException;
import io.modelcontextprotocol.spec.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream on which a server says what it was not asked. Optional for the server: any
 * refusal is fine. A stream that was open and ends is opened again, from the last event
 * on. Holds no thread.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server">Listening
 * for messages from the server</a>
 */
final class ListeningStream {

	private static final long FIRST_DELAY_MILLIS = 1_000;

	private static final long SHORTEST_DELAY_MILLIS = 50;

	private static final long LONGEST_DELAY_MILLIS = 30_000;

	private static final long LONGEST_RETRY_MILLIS = 300_000;

	private static final int MOST_DOUBLINGS = 10;

	private static final Duration RENEWAL_TIMEOUT = Duration.ofSeconds(30);

	private final HttpCalls calls;

	private final SseParser parser;

	private final Consumer<SseEvent> events;

	private final Supplier<PreparedRequest> get;

	private final Consumer<Refusal> refusals;

	private final Logger logger;

	/** How to stop what is going on: a request, a stream, or a wait. */
	private @Nullable Runnable cancel;

	private volatile boolean closed;

	/** Whether there was a stream before. */
	private volatile boolean opened;

	/** Whether the current stream brought an event. */
	private volatile boolean delivered;

	/** How many streams in a row were of no use. */
	private volatile int fruitless;

	/**
	 * Create a stream that is not open yet.
	 * @param tooLarge gets the beginning of an event that is too large
	 * @param get the request for the stream
	 * @param refusals told when a stream that was open is refused later on
	 */
	ListeningStream(String serverName, HttpCalls calls, int maxEventSize, Consumer<SseEvent> events,
			Consumer<byte[]> tooLarge, Supplier<PreparedRequest> get, Consumer<Refusal> refusals) {
		this.calls = calls;
		this.parser = new SseParser(maxEventSize, this::received, tooLarge);
		this.events = events;
		this.get = get;
		this.refusals = refusals;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
	}

	private void received(SseEvent event) {
		this.delivered = true;
		if (!this.closed) {
			this.events.accept(event);
		}
	}

	void open() {
		PreparedRequest request = this.get.get();
		String lastEventId = this.parser.lastEventId().orElse(null);
		open((lastEventId != null) ? request.with(Map.of(HttpHeaders.LAST_EVENT_ID, lastEventId)) : request,
				this.calls.followUps(new Bodiless("the listening stream", Deadline.after(RENEWAL_TIMEOUT))));
	}

	private void open(PreparedRequest request, FollowUps followUps) {
		int generation = this.calls.credentialsGeneration();
		CompletableFuture<HttpResponse<HttpReply>> answer;
		try {
			answer = this.calls.sendAsync(request, this::stream);
		}
		catch (McpClientException ex) {
			this.fruitless++;
			openLater(ex, null);
			return;
		}
		Future<?> timeout = HttpTimer.schedule(() -> answer.cancel(true), this.calls.longestSilenceNanos());
		onClose(() -> answer.cancel(true));
		answer.whenComplete((response, failure) -> {
			timeout.cancel(false);
			if (failure != null) {
				this.fruitless++;
				openLater(failure, null);
			}
			else if (response.body() instanceof PushedEvents stream) {
				listen(stream);
			}
			else {
				refused(request, followUps, response, generation);
			}
		});
	}

	private PushedEvents stream(ContentDecoder decoder) {
		this.parser.restart();
		this.delivered = false;
		return new PushedEvents(decoder, this.parser);
	}

	private void listen(PushedEvents stream) {
		long start = System.nanoTime();
		this.opened = true;
		onClose(stream::cancel);
		stream.endWhenSilentFor(this.calls.longestSilenceNanos());
		stream.end().whenComplete((end, failure) -> {
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
			this.fruitless = (this.delivered || millis > LONGEST_DELAY_MILLIS) ? 0 : this.fruitless + 1;
			openLater(failure, null);
		});
	}

	private void refused(PreparedRequest request, FollowUps followUps, HttpResponse<HttpReply> response,
			int generation) {
		try {
			PreparedRequest next = followUps.after(request, response, generation);
			if (next != null) {
				open(next, followUps);
				return;
			}
			Refusal refusal = Refusal.of(response);
			this.logger.debug("The server offers no stream of its own: {}", refusal.describe());
			if (this.opened) {
				this.refusals.accept(refusal);
				if (refusal.isTemporary()) {
					this.fruitless++;
					openLater(null, refusal.retryAfter());
				}
			}
		}
		catch (McpClientException ex) {
			this.logger.debug("The server offers no stream of its own", ex);
		}
	}

	private void openLater(@Nullable Throwable failure, @Nullable Duration retryAfter) {
		if (this.closed) {
			return;
		}
		long first = Math.max(this.parser.retryMillis().orElse(FIRST_DELAY_MILLIS), SHORTEST_DELAY_MILLIS);
		long delay = Math.min(first << Math.min(this.fruitless, MOST_DOUBLINGS), Math.max(first, LONGEST_DELAY_MILLIS));
		if (retryAfter != null) {
			delay = Math.max(delay, retryAfter.toMillis());
		}
		delay = Math.min(delay, LONGEST_RETRY_MILLIS);
		// so that not all clients of a server that restarts come back at the same time
		delay += ThreadLocalRandom.current().nextLong(1 + delay / 5);
		this.logger.debug("The stream from the server ended and is opened again in {} ms", delay, failure);
		// resolving a name blocks, which the timer must not
		Future<?> wait = HttpTimer.schedule(() -> CompletableFuture.runAsync(this::open),
				TimeUnit.MILLISECONDS.toNanos(delay));
		onClose(() -> wait.cancel(false));
	}

	private void onClose(Runnable action) {
		synchronized (this) {
			if (!this.closed) {
				this.cancel = action;
				return;
			}
		}
		action.run();
	}

	void close() {
		Runnable action;
		synchronized (this) {
			this.closed = true;
			action = this.cancel;
			this.cancel = null;
		}
		if (action != null) {
			action.run();
		}
	}

}
