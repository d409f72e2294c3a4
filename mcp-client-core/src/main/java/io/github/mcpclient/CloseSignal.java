package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Ends every wait of a server's callers at once when the server is closed. Thread-safe.
 */
final class CloseSignal {

	private final String serverName;

	private volatile CompletableFuture<Object> closed = new CompletableFuture<>();

	CloseSignal(String serverName) {
		this.serverName = serverName;
	}

	void close() {
		this.closed.complete(this);
	}

	synchronized void reopen() {
		if (this.closed.isDone()) {
			this.closed = new CompletableFuture<>();
		}
	}

	boolean isClosed() {
		return this.closed.isDone();
	}

	McpConnectionException closedException() {
		return new McpConnectionException(this.serverName, "closed", null);
	}

	/**
	 * Wait for a value.
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it will not come
	 * @throws McpConnectionException if the server is closed
	 * @throws McpInterruptedException if the thread is interrupted
	 */
	<T extends @Nullable Object> T await(CompletableFuture<T> value, long nanos, String what)
			throws TimeoutException, ExecutionException {
		CompletableFuture<Object> closing = this.closed;
		try {
			CompletableFuture.anyOf(value, closing).get(nanos, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, what, false);
		}
		if (value.isDone()) {
			return value.join();
		}
		throw closedException();
	}

	/**
	 * Let time pass.
	 * @throws McpConnectionException if the server is closed
	 * @throws McpInterruptedException if the thread is interrupted
	 */
	void pause(Duration time, String what) {
		try {
			this.closed.get(time.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, what, false);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		throw closedException();
	}

}
