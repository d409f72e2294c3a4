package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;

/**
 * Properties of how a failed request is repeated. Written to while the application starts
 * only.
 */
public class RetryProperties {

	/**
	 * How many attempts to make after the first; -1 for no limit.
	 */
	private int maxRetries;

	/**
	 * Wait before the second attempt; each further wait is twice as long.
	 */
	private Duration backoff = Duration.ofSeconds(1);

	/**
	 * Longest wait between two attempts.
	 */
	private Duration maxBackoff = Duration.ofSeconds(30);

	/**
	 * Share of a wait by which it varies, from 0 to 1.
	 */
	private double jitter = 0.2;

	/**
	 * Whether to repeat calls that the server may have carried out already.
	 */
	private boolean ambiguous;

	public int getMaxRetries() {
		return this.maxRetries;
	}

	public void setMaxRetries(int maxRetries) {
		this.maxRetries = maxRetries;
	}

	public Duration getBackoff() {
		return this.backoff;
	}

	public void setBackoff(Duration backoff) {
		this.backoff = backoff;
	}

	public Duration getMaxBackoff() {
		return this.maxBackoff;
	}

	public void setMaxBackoff(Duration maxBackoff) {
		this.maxBackoff = maxBackoff;
	}

	public double getJitter() {
		return this.jitter;
	}

	public void setJitter(double jitter) {
		this.jitter = jitter;
	}

	public boolean isAmbiguous() {
		return this.ambiguous;
	}

	public void setAmbiguous(boolean ambiguous) {
		this.ambiguous = ambiguous;
	}

}
