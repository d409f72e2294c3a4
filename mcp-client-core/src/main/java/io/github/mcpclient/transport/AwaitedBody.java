package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A body that the thread which sent the request waits for. No timer is needed, since that
 * thread keeps the time, and an interrupt reaches it on every version of the JDK.
 */
abstract sealed class AwaitedBody implements HttpReply permits WholeBody, EventStreamBody {

	private final CompletionStage<HttpReply> self = CompletableFuture.completedFuture(this);

	private final long demand;

	private volatile @Nullable Subscription subscription;

	private volatile @Nullable Thread reader;

	private volatile long lastArrival = System.nanoTime();

	/**
	 * Create a body.
	 * @param demand how many chunks to ask for to begin with
	 */
	AwaitedBody(long demand) {
		this.demand = demand;
	}

	@Override
	public final CompletionStage<HttpReply> getBody() {
		return this.self;
	}

	@Override
	public final void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		subscription.request(this.demand);
	}

	final void requestMore() {
		Subscription current = this.subscription;
		if (current != null) {
			current.request(1);
		}
	}

	@Override
	public final void cancel() {
		Subscription current = this.subscription;
		if (current != null) {
			current.cancel();
		}
	}

	/**
	 * Wake the reader, after something arrived.
	 */
	final void arrived() {
		this.lastArrival = System.nanoTime();
		LockSupport.unpark(this.reader);
	}

	/**
	 * Become the reader; to be called before the first look at what has arrived.
	 */
	final void attach() {
		this.reader = Thread.currentThread();
	}

	/**
	 * Wait until something arrives, or for no particular reason.
	 */
	final void pause(Patience patience) throws HttpTimeoutException, InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		long left = patience.remainingNanos(this.lastArrival);
		if (left <= 0) {
			throw new HttpTimeoutException("nothing more came");
		}
		LockSupport.parkNanos(this, left);
	}

	/**
	 * The failure of a body as what {@code HttpClient.send} throws.
	 */
	static IOException asIOException(Throwable failure) {
		return (failure instanceof IOException io) ? io : new IOException(failure);
	}

}
