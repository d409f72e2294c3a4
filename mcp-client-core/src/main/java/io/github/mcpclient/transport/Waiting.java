package io.github.mcpclient.transport;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits for processes to end: no interrupt keeps them alive, it is restored afterwards.
 * Looks again and again, because the JVM notices the end of a process that it did not
 * start itself only by looking.
 */
final class Waiting {

	private static final long LONGEST_PAUSE_MILLIS = 20;

	private Waiting() {
	}

	/**
	 * Wait until something is the case.
	 * @return whether it was by the end of the timeout
	 */
	static boolean uninterruptibly(BooleanSupplier condition, Duration timeout) {
		long start = System.nanoTime();
		boolean interrupted = false;
		boolean met = condition.getAsBoolean();
		for (long pause = 1; !met
				&& System.nanoTime() - start < timeout.toNanos(); pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
			try {
				Thread.sleep(pause);
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
			met = condition.getAsBoolean();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return met;
	}

}
