package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.OutgoingMessage;
import io.modelcontextprotocol.spec.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The stream of events that answers one message, read by the thread that sent it. Where
 * the stream ends before the reply and the server gives ids to its events, the rest is
 * asked for.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery">Resumability
 * and redelivery</a>
 */
final class ReplyStream {

	/** How long to wait for the end of a stream whose reply is there already. */
	private static final long END_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long DEFAULT_RETRY_MILLIS = 1_000;

	private static final long SHORTEST_RETRY_MILLIS = 50;

	private final StreamableHttpTransport transport;

	private final HttpCalls calls;

	private final OutgoingMessage message;

	private final SseParser parser;

	ReplyStream(StreamableHttpTransport transport, HttpCalls calls, OutgoingMessage message, SseParser parser) {
		this.transport = transport;
		this.calls = calls;
		this.message = message;
		this.parser = parser;
	}

	/**
	 * Read until the reply has been delivered. For a message without one, read what is
	 * there.
	 */
	void read(EventStreamBody first) {
		EventStreamBody stream = first;
		while (stream != null) {
			IOException broken = readUntilReply(stream);
			stream = this.message.awaitsReply() ? resume(broken) : null;
		}
	}

	/**
	 * Read one stream.
	 * @return why the stream broke off, {@code null} if it ended or the reply is there
	 */
	private @Nullable IOException readUntilReply(EventStreamBody stream) {
		Patience patience = this.calls.patience(this.message);
		boolean ended = false;
		try {
			while (!ended && this.message.awaitsReply()) {
				ended = !stream.readInto(this.parser, patience);
			}
			// closing the stream before its end would cost the connection
			Patience brief = Patience.of(END_NANOS);
			while (!ended) {
				ended = !stream.readInto(this.parser, brief);
			}
			return null;
		}
		catch (UnreadableAnswerException ex) {
			throw this.calls.failure().of(ex, this.message);
		}
		catch (IOException ex) {
			return ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			if (this.message.awaitsReply()) {
				throw this.calls.failure().interrupted(this.message);
			}
			return null;
		}
		finally {
			if (!ended) {
				stream.cancel();
			}
		}
	}

	private @Nullable EventStreamBody resume(@Nullable IOException broken) {
		String lastEventId = this.parser.lastEventId().orElse(null);
		if (lastEventId == null || this.transport.isClosed() || this.message.deadline().hasPassed()) {
			throw unresumed(broken);
		}
		long retry = this.parser.retryMillis().orElse(DEFAULT_RETRY_MILLIS);
		pause(TimeUnit.MILLISECONDS.toNanos(Math.max(retry, SHORTEST_RETRY_MILLIS)));
		if (!this.message.awaitsReply()) {
			return null;
		}
		PreparedRequest get = this.transport.get().with(Map.of(HttpHeaders.LAST_EVENT_ID, lastEventId));
		McpConnectionException failure;
		try {
			HttpResponse<HttpReply> response = this.calls.send(get, this.message);
			if (response.body() instanceof EventStreamBody stream) {
				this.parser.restart();
				return stream;
			}
			failure = this.transport.refused(response, this.message);
		}
		catch (McpConnectionException ex) {
			failure = ex;
		}
		throw lost(" and cannot be resumed: " + failure.problem(), failure);
	}

	private McpClientException unresumed(@Nullable IOException broken) {
		if (broken instanceof HttpTimeoutException) {
			return this.calls.failure().expired(this.message);
		}
		return lost((broken != null) ? ": " + broken.getMessage() : "", broken);
	}

	/**
	 * Whatever failed last, the request itself went out.
	 */
	private McpConnectionException lost(String detail, @Nullable Throwable cause) {
		return new McpConnectionException(this.transport.serverName(),
				"the answer to %s ended without a reply%s".formatted(this.message.method(), detail), cause, true, 0);
	}

	private void pause(long nanos) {
		long start = System.nanoTime();
		long left = nanos;
		while (left > 0 && this.message.awaitsReply()) {
			LockSupport.parkNanos(this, Math.min(left, this.message.deadline().remainingNanos()));
			if (Thread.currentThread().isInterrupted()) {
				throw this.calls.failure().interrupted(this.message);
			}
			if (this.message.deadline().hasPassed()) {
				throw this.calls.failure().expired(this.message);
			}
			left = nanos - (System.nanoTime() - start);
		}
	}

}
