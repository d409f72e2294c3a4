package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;

/**
 * Properties of how a lost connection is tried again. Written to while the application
 * starts only.
 */
public class ReconnectProperties {

	/**
	 * Whether a lost connection is tried again at all.
	 */
	private boolean enabled = true;

	/**
	 * Shortest wait between two attempts.
	 */
	private Duration initialDelay = Duration.ofMillis(500);

	/**
	 * Longest wait between two attempts.
	 */
	private Duration maxDelay = Duration.ofSeconds(30);

	/**
	 * How many attempts to make before giving up; -1 for no limit.
	 */
	private int maxAttempts = -1;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getInitialDelay() {
		return this.initialDelay;
	}

	public void setInitialDelay(Duration initialDelay) {
		this.initialDelay = initialDelay;
	}

	public Duration getMaxDelay() {
		return this.maxDelay;
	}

	public void setMaxDelay(Duration maxDelay) {
		this.maxDelay = maxDelay;
	}

	public int getMaxAttempts() {
		return this.maxAttempts;
	}

	public void setMaxAttempts(int maxAttempts) {
		this.maxAttempts = maxAttempts;
	}

}
