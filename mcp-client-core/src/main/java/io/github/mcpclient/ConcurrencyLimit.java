package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Lets so many requests of a server run at once, in the order of arrival. Thread-safe.
 */
final class ConcurrencyLimit {

	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private final int limit;

	private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();

	private int running;

	/**
	 * Create a limit.
	 * @param limit how many at once; zero for no limit
	 */
	ConcurrencyLimit(int limit) {
		this.limit = limit;
	}

	<T> T run(String operation, Patience patience, Supplier<T> request) {
		if (this.limit == 0) {
			patience.failIfOver(operation);
			return request.get();
		}
		acquire(operation, patience);
		try {
			patience.failIfOver(operation);
			return request.get();
		}
		finally {
			release();
		}
	}

	private void acquire(String operation, Patience patience) {
		CompletableFuture<Boolean> turn = new CompletableFuture<>();
		synchronized (this) {
			if (this.running < this.limit) {
				this.running++;
				return;
			}
			this.waiting.add(turn);
		}
		try {
			patience.await(turn, FOREVER, operation);
		}
		catch (TimeoutException ex) {
			giveUp(turn);
			throw patience.timedOut(operation + " (queued)");
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		catch (McpClientException ex) {
			giveUp(turn);
			throw ex;
		}
	}

	/**
	 * Leave the queue, or hand on the turn that came at the same moment.
	 */
	private void giveUp(CompletableFuture<Boolean> turn) {
		boolean queued;
		synchronized (this) {
			queued = this.waiting.remove(turn);
		}
		if (!queued) {
			release();
		}
	}

	private void release() {
		CompletableFuture<Boolean> next;
		synchronized (this) {
			next = this.waiting.poll();
			if (next == null) {
				this.running--;
			}
		}
		if (next != null) {
			next.complete(true);
		}
	}

}
