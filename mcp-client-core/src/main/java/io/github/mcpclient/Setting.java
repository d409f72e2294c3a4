package io.github.mcpclient;

import java.time.Duration;

/**
 * Checks what settings are set to.
 */
final class Setting {

	private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

	private Setting() {
	}

	/**
	 * Check a duration.
	 * @throws IllegalArgumentException if it is negative, or longer than can be counted
	 * in nanoseconds (292 years)
	 */
	static Duration notNegative(String setting, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException(setting + " must not be negative, not " + value);
		}
		if (value.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(setting + " must not be longer than " + LONGEST + ", not " + value);
		}
		return value;
	}

}
