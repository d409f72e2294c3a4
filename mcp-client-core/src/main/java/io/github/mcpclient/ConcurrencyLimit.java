package io.github.mcpclient;

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

	private final String serverName;

	private final int limit;

	private final CloseSignal signal;

	private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();

	private int running;

	/**
	 * Create a limit.
	 * @param limit how many at once; zero for no limit
	 */
	ConcurrencyLimit(String serverName, int limit, CloseSignal signal) {
		this.serverName = serverName;
		this.limit = limit;
		this.signal = signal;
	}

	<T> T run(String operation, Deadline deadline, Supplier<T> request) {
		if (this.limit == 0) {
			return request.get();
		}
		acquire(operation, deadline);
		try {
			return request.get();
		}
		finally {
			release();
		}
	}

	private void acquire(String operation, Deadline deadline) {
		CompletableFuture<Boolean> turn = new CompletableFuture<>();
		synchronized (this) {
			if (this.running < this.limit) {
				this.running++;
				return;
			}
			this.waiting.add(turn);
		}
		try {
			this.signal.await(turn, deadline.remainingNanos(), operation);
		}
		catch (TimeoutException ex) {
			giveUp(turn);
			throw new McpTimeoutException(this.serverName, operation + " (queued)", deadline.length(), false);
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
