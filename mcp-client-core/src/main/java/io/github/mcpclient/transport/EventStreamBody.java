package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A stream of events that the thread which sent the request reads as it comes. No more
 * than one chunk is asked for at a time.
 */
final class EventStreamBody implements HttpReply, BodySubscriber<EventStreamBody>, AutoCloseable {

	private final BlockingQueue<Object> chunks = new LinkedBlockingQueue<>();

	private volatile @Nullable Subscription subscription;

	@Override
	public CompletionStage<EventStreamBody> getBody() {
		return CompletableFuture.completedFuture(this);
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		subscription.request(1);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		this.chunks.add(buffers);
	}

	@Override
	public void onError(Throwable failure) {
		this.chunks.add((failure instanceof IOException) ? failure : new IOException(failure));
	}

	@Override
	public void onComplete() {
		this.chunks.add(End.OF_STREAM);
	}

	/**
	 * Feed the next chunk to a parser.
	 * @return {@code false} at the end of the stream
	 * @throws HttpTimeoutException if nothing came in time
	 */
	boolean readInto(SseParser parser, long timeoutNanos) throws IOException, InterruptedException {
		Object next = this.chunks.poll(timeoutNanos, TimeUnit.NANOSECONDS);
		if (next == null) {
			throw new HttpTimeoutException("nothing more came");
		}
		if (next instanceof IOException failure) {
			throw failure;
		}
		if (next instanceof List<?> buffers) {
			for (Object buffer : buffers) {
				parser.feed((ByteBuffer) buffer);
			}
			Subscription current = this.subscription;
			if (current != null) {
				current.request(1);
			}
			return true;
		}
		return false;
	}

	/**
	 * Stop reading. Costs the connection, unless the stream has ended.
	 */
	@Override
	public void close() {
		Subscription current = this.subscription;
		if (current != null) {
			current.cancel();
		}
	}

	private enum End {

		OF_STREAM

	}

}
