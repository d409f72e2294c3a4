package io.github.mcpclient;

import java.time.Duration;

/**
 * How often and at which intervals a failed request is sent again. The k-th wait is
 * {@code backoff * 2^(k-1)}, at most {@code maxBackoff}, give or take {@code jitter}.
 * Immutable.
 * <p>
 * What the server answered is never asked again: a result with {@code isError}, a
 * JSON-RPC error, an HTTP status of 4xx except 408, 425 and 429. What the server may have
 * done already is repeated only if it does no harm: listings and reads, and tools that
 * the server calls read-only or idempotent; or always, if {@code ambiguous} is set.
 *
 * @param maxRetries how many attempts to make after the first; -1 for no limit
 * @param backoff the first wait
 * @param maxBackoff the longest wait
 * @param jitter the share of a wait by which it varies, 0 to 1
 * @param ambiguous whether to repeat even what the server may have done already
 */
public record RetryPolicy(int maxRetries, Duration backoff, Duration maxBackoff, double jitter, boolean ambiguous) {

	private static final RetryPolicy NONE = new RetryPolicy(0, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2,
			false);

	/**
	 * Create a policy.
	 * @throws IllegalArgumentException if {@code maxRetries} is below -1, a duration is
	 * negative or beyond 292 years, or {@code jitter} is not within 0 and 1
	 */
	public RetryPolicy {
		if (maxRetries < -1) {
			throw new IllegalArgumentException("maxRetries must be -1 (no limit) or more, not " + maxRetries);
		}
		Setting.notNegative("backoff", backoff);
		Setting.notNegative("maxBackoff", maxBackoff);
		if (!(jitter >= 0 && jitter <= 1)) {
			throw new IllegalArgumentException("jitter must be between 0 and 1, not " + jitter);
		}
	}

	/**
	 * One attempt only.
	 * @return the policy of a server that sets none
	 */
	public static RetryPolicy none() {
		return NONE;
	}

	/**
	 * The defaults with another number of attempts: waits of 1, 2, 4 … 30 seconds, 20 %
	 * more or less.
	 * @param maxRetries how many attempts to make after the first; -1 for no limit
	 * @return the policy
	 */
	public static RetryPolicy of(int maxRetries) {
		return new RetryPolicy(maxRetries, NONE.backoff, NONE.maxBackoff, NONE.jitter, NONE.ambiguous);
	}

	/**
	 * The wait before an attempt.
	 * @param wait which wait it is, from 1
	 * @param random a number from 0 to 1
	 */
	Duration delay(int wait, double random) {
		double nanos = this.backoff.toNanos() * Math.pow(2, wait - 1);
		double varied = Math.min(nanos, this.maxBackoff.toNanos()) * (1 + this.jitter * (2 * random - 1));
		return Duration.ofNanos((long) varied);
	}

}
