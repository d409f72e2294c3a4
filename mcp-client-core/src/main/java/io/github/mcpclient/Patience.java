package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.mcpclient.CloseSignal.Life;
import org.jspecify.annotations.Nullable;

/**
 * How long one caller waits, whatever for: until its deadline, until the server is
 * closed, or until it is interrupted.
 */
final class Patience {

	private final String serverName;

	private final Life life;

	private final Deadline deadline;

	Patience(String serverName, Life life, Deadline deadline) {
		this.serverName = serverName;
		this.life = life;
		this.deadline = deadline;
	}

	Deadline deadline() {
		return this.deadline;
	}

	/**
	 * Whether there is time for a wait, and something afterwards.
	 */
	boolean allows(Duration wait) {
		return wait.compareTo(Duration.ofNanos(this.deadline.remainingNanos())) < 0;
	}

	void failIfClosed() {
		if (this.life.hasEnded()) {
			throw closed(false);
		}
	}

	/**
	 * Fail instead of beginning something whose end would not be waited for.
	 * @throws McpConnectionException if the server is closed
	 * @throws McpInterruptedException if the thread is interrupted
	 * @throws McpTimeoutException if the deadline has passed
	 */
	void failIfOver(String what) {
		failIfClosed();
		if (Thread.currentThread().isInterrupted()) {
			throw new McpInterruptedException(this.serverName, what, false);
		}
		if (this.deadline.hasPassed()) {
			throw timedOut(what);
		}
	}

	McpTimeoutException timedOut(String what) {
		return new McpTimeoutException(this.serverName, what, this.deadline.length(), false);
	}

	private McpConnectionException closed(boolean outcomeUnknown) {
		return new McpConnectionException(this.serverName, "closed", null, outcomeUnknown, 0);
	}

	/**
	 * Wait for a value.
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it will not come
	 * @throws McpConnectionException if the server is closed
	 * @throws McpInterruptedException if the thread is interrupted
	 */
	<T extends @Nullable Object> T await(CompletableFuture<T> value, Duration atMost, String what)
			throws TimeoutException, ExecutionException {
		long nanos = allows(atMost) ? atMost.toNanos() : this.deadline.remainingNanos();
		// a future of its own, since what depends on a future stays in it until it
		// completes
		CompletableFuture<Boolean> either = new CompletableFuture<>();
		Runnable end = () -> either.complete(false);
		value.whenComplete((result, failure) -> either.complete(true));
		this.life.onEnd(end);
		try {
			if (either.get(nanos, TimeUnit.NANOSECONDS)) {
				return value.get();
			}
			throw closed(false);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, what, false);
		}
		finally {
			this.life.forget(end);
		}
	}

	/**
	 * Let time pass.
	 * @throws McpConnectionException if the server is closed
	 * @throws McpInterruptedException if the thread is interrupted
	 */
	void pause(Duration time, String what) {
		try {
			this.life.ended().get(time.toNanos(), TimeUnit.NANOSECONDS);
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
		throw closed(false);
	}

	/**
	 * Do something that is not told of the server's end otherwise; the thread is
	 * interrupted then.
	 */
	<T> T interruptedAtEnd(Supplier<T> work) {
		Interruption interruption = new Interruption(Thread.currentThread());
		this.life.onEnd(interruption);
		try {
			return work.get();
		}
		catch (McpInterruptedException ex) {
			if (interruption.came()) {
				throw closed(ex.outcomeUnknown());
			}
			throw ex;
		}
		finally {
			this.life.forget(interruption);
			interruption.end();
		}
	}

	/**
	 * Interrupts a thread while that means something, and takes the interrupt back
	 * afterwards.
	 */
	private static final class Interruption implements Runnable {

		private @Nullable Thread thread;

		private boolean came;

		Interruption(Thread thread) {
			this.thread = thread;
		}

		@Override
		public synchronized void run() {
			if (this.thread != null) {
				this.came = true;
				this.thread.interrupt();
			}
		}

		synchronized boolean came() {
			return this.came;
		}

		synchronized void end() {
			this.thread = null;
			if (this.came) {
				Thread.interrupted();
			}
		}

	}

}
