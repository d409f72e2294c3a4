package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect, on a thread of its own, for which any number of callers wait.
 * The {@link Supervisor} hears of its end first, then the callers.
 */
final class ConnectAttempt implements Runnable {

	private final String serverName;

	private final boolean explicit;

	private final Supplier<McpConnection> opener;

	private final Supervisor supervisor;

	private final CompletableFuture<McpConnection> result = new CompletableFuture<>();

	private final CountDownLatch ended = new CountDownLatch(1);

	/** Guarded by the supervisor's lock. */
	private int waiters;

	private volatile boolean cancelled;

	private @Nullable Thread thread;

	/**
	 * Create an attempt.
	 * @param explicit whether somebody asked for it, and gets its failure, instead of
	 * another attempt being made
	 */
	ConnectAttempt(String serverName, boolean explicit, Supplier<McpConnection> opener, Supervisor supervisor) {
		this.serverName = serverName;
		this.explicit = explicit;
		this.opener = opener;
		this.supervisor = supervisor;
	}

	@Override
	public void run() {
		begin();
		try {
			if (this.cancelled) {
				throw new McpConnectionException(this.serverName, "connecting was cancelled", null);
			}
			this.supervisor.succeeded(this, this.opener.get());
		}
		catch (McpClientException ex) {
			this.supervisor.failed(this, ex);
		}
		catch (RuntimeException | Error ex) {
			this.supervisor.failed(this, new McpConnectionException(this.serverName, "connecting failed: " + ex, ex));
		}
		finally {
			end();
		}
	}

	private synchronized void begin() {
		this.thread = Thread.currentThread();
	}

	/**
	 * From here on the thread is no longer interrupted, and an interrupt that came is
	 * forgotten.
	 */
	private synchronized void end() {
		this.thread = null;
		Thread.interrupted();
		this.ended.countDown();
	}

	/**
	 * End the attempt; its callers fail with the reason.
	 */
	synchronized void cancel(String reason) {
		this.cancelled = true;
		this.result.completeExceptionally(new McpConnectionException(this.serverName, reason, null));
		if (this.thread != null) {
			this.thread.interrupt();
		}
	}

	boolean isExplicit() {
		return this.explicit;
	}

	boolean isCancelled() {
		return this.cancelled;
	}

	void addWaiter() {
		this.waiters++;
	}

	int removeWaiter() {
		return --this.waiters;
	}

	void complete(McpConnection connection) {
		this.result.complete(connection);
	}

	void fail(McpClientException failure) {
		this.result.completeExceptionally(failure);
	}

	/**
	 * Wait until nothing is left of a cancelled attempt.
	 */
	void awaitEnd(Duration timeout) {
		try {
			this.ended.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	McpConnection await(Deadline deadline) {
		try {
			return this.result.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, "the connection", false);
		}
		catch (TimeoutException ex) {
			throw new McpTimeoutException(this.serverName, "connecting", deadline.length(), false);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof McpClientException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
	}

}
