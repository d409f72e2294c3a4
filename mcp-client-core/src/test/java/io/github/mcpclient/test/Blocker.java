package io.github.mcpclient.test;

import java.util.concurrent.CountDownLatch;

/**
 * A place where a thread stays until it is released or interrupted.
 */
public final class Blocker {

	private final CountDownLatch entered = new CountDownLatch(1);

	private final CountDownLatch released = new CountDownLatch(1);

	private final CountDownLatch interrupted = new CountDownLatch(1);

	/**
	 * Stay here.
	 */
	public void block() {
		this.entered.countDown();
		try {
			this.released.await();
		}
		catch (InterruptedException ex) {
			this.interrupted.countDown();
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Wait until a thread is here.
	 */
	public void awaitEntered() {
		await(this.entered);
	}

	/**
	 * Wait until a thread that was here has been interrupted.
	 */
	public void awaitInterrupted() {
		await(this.interrupted);
	}

	public void release() {
		this.released.countDown();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
