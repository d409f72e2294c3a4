package io.github.mcpclient;

import java.time.Duration;

/**
 * A point in time at which waiting ends. Thread-safe.
 */
public final class Deadline {

	private static final long NEVER = Long.MAX_VALUE;

	private final long timeout;

	private final long start;

	private final long latest;

	private volatile long elapsesAfter;

	private Deadline(long timeout, long latest) {
		this.timeout = timeout;
		this.latest = latest;
		this.start = System.nanoTime();
		this.elapsesAfter = Math.min(timeout, latest);
	}

	/**
	 * A deadline from now.
	 * @param timeout how long from now; zero means never
	 * @return the deadline
	 */
	public static Deadline after(Duration timeout) {
		return new Deadline(nanos(timeout), NEVER);
	}

	/**
	 * This deadline or another one, whichever is earlier.
	 * @param timeout how long from now the other one is; zero means never
	 * @param extensions how many times its length {@link #restart()} can give it
	 * @return a deadline of its own
	 */
	Deadline orAfter(Duration timeout, int extensions) {
		long nanos = nanos(timeout);
		long longest = (nanos > NEVER / extensions) ? NEVER : nanos * extensions;
		return new Deadline(nanos, Math.min(remainingNanos(), longest));
	}

	/**
	 * The time that is left.
	 * @return nanoseconds, zero or less when the deadline has passed
	 */
	public long remainingNanos() {
		long limit = this.elapsesAfter;
		return (limit == NEVER) ? NEVER : limit - (System.nanoTime() - this.start);
	}

	/**
	 * Whether the deadline has passed.
	 * @return {@code true} if no time is left
	 */
	public boolean hasPassed() {
		return remainingNanos() <= 0;
	}

	/**
	 * How long was waited, if the deadline has passed.
	 * @return the time from the creation to the deadline
	 */
	public Duration length() {
		return Duration.ofNanos(this.elapsesAfter);
	}

	/**
	 * Start again, since there was progress.
	 */
	void restart() {
		if (this.timeout != NEVER) {
			this.elapsesAfter = Math.min((System.nanoTime() - this.start) + this.timeout, this.latest);
		}
	}

	private static long nanos(Duration timeout) {
		if (timeout.isZero()) {
			return NEVER;
		}
		return (timeout.getSeconds() >= NEVER / 1_000_000_000L) ? NEVER : timeout.toNanos();
	}

}
