package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often and at which intervals a lost connection is tried again. The wait before the
 * n-th attempt is random between {@code initialDelay} and {@code initialDelay * 2^(n-1)},
 * at most {@code maxDelay}. Immutable.
 *
 * @param enabled whether a lost connection is tried again at all
 * @param initialDelay the shortest wait
 * @param maxDelay the longest wait
 * @param maxAttempts how many attempts to make before giving up; -1 for no limit
 */
public record ReconnectPolicy(boolean enabled, Duration initialDelay, Duration maxDelay, int maxAttempts) {

	private static final ReconnectPolicy DEFAULTS = new ReconnectPolicy(true, Duration.ofMillis(500),
			Duration.ofSeconds(30), -1);

	/**
	 * Create a policy.
	 * @throws IllegalArgumentException if a duration is not positive, the longest wait is
	 * shorter than the shortest, or {@code maxAttempts} is below -1
	 */
	public ReconnectPolicy {
		Setting.notNegative("maxDelay", maxDelay);
		if (initialDelay.isNegative() || initialDelay.isZero()) {
			throw new IllegalArgumentException("initialDelay must be positive, not " + initialDelay);
		}
		if (maxDelay.compareTo(initialDelay) < 0) {
			throw new IllegalArgumentException(
					"maxDelay %s must not be shorter than initialDelay %s".formatted(maxDelay, initialDelay));
		}
		if (maxAttempts < -1) {
			throw new IllegalArgumentException("maxAttempts must be -1 (no limit) or more, not " + maxAttempts);
		}
	}

	/**
	 * Without end, 500 ms to 30 s apart.
	 * @return the default policy
	 */
	public static ReconnectPolicy defaults() {
		return DEFAULTS;
	}

	/**
	 * Give up at once.
	 * @return a policy that makes no attempt
	 */
	public static ReconnectPolicy never() {
		return new ReconnectPolicy(false, DEFAULTS.initialDelay, DEFAULTS.maxDelay, 0);
	}

	boolean allows(int attempt) {
		return this.enabled && (this.maxAttempts == -1 || attempt <= this.maxAttempts);
	}

	Duration delayBefore(int attempt) {
		long shortest = this.initialDelay.toMillis();
		long longest = this.maxDelay.toMillis();
		long ceiling = Math.min(longest, shortest << Math.min(attempt - 1, 20));
		return Duration
			.ofMillis((ceiling <= shortest) ? shortest : ThreadLocalRandom.current().nextLong(shortest, ceiling + 1));
	}

}
