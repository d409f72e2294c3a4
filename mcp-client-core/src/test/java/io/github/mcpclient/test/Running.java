package io.github.mcpclient.test;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Something that runs on a thread of its own.
 */
public final class Running<T> {

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private final Thread thread;

	private volatile boolean interruptedAtEnd;

	private Running(Callable<T> work) {
		this.thread = new Thread(() -> {
			try {
				T value = work.call();
				this.interruptedAtEnd = Thread.currentThread().isInterrupted();
				this.result.complete(value);
			}
			catch (Throwable ex) {
				this.interruptedAtEnd = Thread.currentThread().isInterrupted();
				this.result.completeExceptionally(ex);
			}
		}, "test-running");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	public static <T> Running<T> start(Callable<T> work) {
		return new Running<>(work);
	}

	public Running<T> interrupt() {
		this.thread.interrupt();
		return this;
	}

	public boolean isDone() {
		return this.result.isDone();
	}

	/**
	 * Wait until the thread waits for something.
	 */
	public Running<T> awaitWaiting() {
		Eventually.until(() -> this.thread.getState() == Thread.State.WAITING
				|| this.thread.getState() == Thread.State.TIMED_WAITING);
		return this;
	}

	public T result() {
		return this.result.join();
	}

	/**
	 * How it failed, which it must have done.
	 */
	public Throwable failure() {
		Throwable failure = this.result.handle((value, ex) -> ex).join();
		assertThat(failure).as("failure").isNotNull();
		return failure;
	}

	public void assertInterruptFlagRestored() {
		failure();
		assertThat(this.interruptedAtEnd).isTrue();
	}

	public void assertNoInterruptLeftBehind() {
		failure();
		assertThat(this.interruptedAtEnd).isFalse();
	}

}
