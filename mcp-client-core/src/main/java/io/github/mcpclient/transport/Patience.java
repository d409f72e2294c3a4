package io.github.mcpclient.transport;

import io.github.mcpclient.OutgoingMessage;

/**
 * How long to wait for more of a body.
 */
@FunctionalInterface
interface Patience {

	/**
	 * The time that is left.
	 * @param lastArrival when something last arrived, as {@link System#nanoTime()}
	 * @return nanoseconds, zero or less if the wait is over
	 */
	long remainingNanos(long lastArrival);

	/**
	 * To the deadline of a message, but no silence longer than allowed. The deadline can
	 * move meanwhile.
	 */
	static Patience of(OutgoingMessage message, long longestSilenceNanos) {
		if (longestSilenceNanos == Long.MAX_VALUE) {
			return (lastArrival) -> message.deadline().remainingNanos();
		}
		return (lastArrival) -> Math.min(message.deadline().remainingNanos(),
				longestSilenceNanos - (System.nanoTime() - lastArrival));
	}

	/**
	 * For a while from now, whatever arrives.
	 */
	static Patience of(long nanos) {
		long start = System.nanoTime();
		return (lastArrival) -> nanos - (System.nanoTime() - start);
	}

}
