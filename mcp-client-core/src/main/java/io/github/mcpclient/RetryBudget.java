package io.github.mcpclient;

/**
 * What is left of the attempts of one call or listing. Used by one thread.
 */
final class RetryBudget {

	private int left;

	private int waits;

	RetryBudget(RetryPolicy policy) {
		this.left = policy.maxRetries();
	}

	boolean isEmpty() {
		return this.left == 0;
	}

	/**
	 * Take one more attempt, of which there must be one.
	 */
	void take() {
		if (this.left > 0) {
			this.left--;
		}
	}

	int nextWait() {
		return ++this.waits;
	}

}
