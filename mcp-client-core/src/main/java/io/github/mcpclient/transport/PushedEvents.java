package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * A stream of events that no thread waits for: they are handed on by the threads of the
 * HTTP client as they come.
 */
final class PushedEvents implements HttpReply {

	private final ContentDecoder decoder;

	private final SseParser parser;

	private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

	private volatile @Nullable Subscription subscription;

	private volatile long lastArrival = System.nanoTime();

	private volatile boolean cancelled;

	private volatile Future<?> watch = CompletableFuture.completedFuture(null);

	PushedEvents(ContentDecoder decoder, SseParser parser) {
		this.decoder = decoder;
		this.parser = parser;
	}

	/**
	 * Done when the stream ends, fails, or is cancelled.
	 */
	CompletionStage<@Nullable Void> end() {
		return this.end;
	}

	/**
	 * Let the stream fail when nothing has come for a while.
	 */
	void endWhenSilentFor(long nanos) {
		watch(nanos);
		this.end.whenComplete((end, failure) -> this.watch.cancel(false));
	}

	private void watch(long nanos) {
		if (nanos == Long.MAX_VALUE || this.end.isDone()) {
			return;
		}
		long left = nanos - (System.nanoTime() - this.lastArrival);
		if (left > 0) {
			this.watch = HttpTimer.schedule(() -> watch(nanos), left);
		}
		else {
			onError(new HttpTimeoutException("nothing came for %s".formatted(Duration.ofNanos(nanos))));
			cancel();
		}
	}

	@Override
	public void cancel() {
		this.cancelled = true;
		Subscription current = this.subscription;
		if (current != null) {
			current.cancel();
		}
		this.end.complete(null);
	}

	@Override
	public CompletionStage<HttpReply> getBody() {
		return CompletableFuture.completedFuture(this);
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		subscription.request(1);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		if (this.cancelled) {
			return;
		}
		this.lastArrival = System.nanoTime();
		Subscription current = this.subscription;
		try {
			for (ByteBuffer buffer : buffers) {
				this.decoder.decode(buffer, this.parser);
			}
			if (current != null) {
				current.request(1);
			}
		}
		catch (IOException ex) {
			onError(ex);
			cancel();
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.end.completeExceptionally(failure);
	}

	@Override
	public void onComplete() {
		this.end.complete(null);
	}

}
