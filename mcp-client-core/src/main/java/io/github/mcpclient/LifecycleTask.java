package io.github.mcpclient;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * A server's {@code connect} or {@code close} on a thread of its own, for which is waited
 * only so long; it may go on after that. Thread-safe.
 */
final class LifecycleTask implements Runnable {

	private final Runnable action;

	private final Runnable ifAbandoned;

	private final CompletableFuture<Void> outcome = new CompletableFuture<>();

	private final CountDownLatch ended = new CountDownLatch(1);

	private @Nullable Thread thread;

	/**
	 * Create a task.
	 * @param ifAbandoned what to do if the action succeeds when nobody wants that any
	 * more
	 */
	LifecycleTask(Runnable action, Runnable ifAbandoned) {
		this.action = action;
		this.ifAbandoned = ifAbandoned;
	}

	LifecycleTask start() {
		try {
			Threads.POOL.execute(this);
		}
		catch (RuntimeException | Error ex) {
			this.outcome.completeExceptionally(ex);
			this.ended.countDown();
		}
		return this;
	}

	@Override
	public void run() {
		if (!begin()) {
			this.ended.countDown();
			return;
		}
		try {
			this.action.run();
			if (!this.outcome.complete(null)) {
				Thread.interrupted();
				this.ifAbandoned.run();
			}
		}
		catch (Throwable ex) {
			this.outcome.completeExceptionally(ex);
		}
		finally {
			end();
		}
	}

	private synchronized boolean begin() {
		this.thread = Thread.currentThread();
		return !this.outcome.isDone();
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
	 * No longer want the task to succeed.
	 * @return {@code false} if it has an outcome already
	 */
	synchronized boolean abandon() {
		boolean abandoned = this.outcome.cancel(false);
		if (abandoned && this.thread != null) {
			this.thread.interrupt();
		}
		return abandoned;
	}

	boolean hasSucceeded() {
		return this.outcome.isDone() && !this.outcome.isCompletedExceptionally();
	}

	/**
	 * Whether the action has come to its end, which it may have not if it is abandoned.
	 */
	boolean hasEnded() {
		return this.ended.getCount() == 0 || (this.outcome.isDone() && !this.outcome.isCancelled());
	}

	/**
	 * Wait until nothing is left of the task.
	 */
	void awaitEnd() throws InterruptedException {
		this.ended.await();
	}

	/**
	 * Wait for the outcome.
	 * @return what was thrown, {@code null} if nothing was
	 * @throws TimeoutException if there is none when the deadline passes
	 */
	@Nullable Throwable await(Deadline deadline) throws InterruptedException, TimeoutException {
		try {
			this.outcome.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
			return null;
		}
		catch (ExecutionException ex) {
			return ex.getCause();
		}
	}

}
