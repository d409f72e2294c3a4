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

	/**
	 * Take one more attempt, if there is one.
	 */
	boolean take() {
		if (this.left == 0) {
			return false;
		}
		if (this.left > 0) {
			this.left--;
		}
		return true;
	}

	int nextWait() {
		return ++this.waits;
	}

}
