package io.github.mcpclient;

import reactor.core.scheduler.Schedulers;

/**
 * Guards what blocks against threads that must not.
 */
final class Blocking {

	private Blocking() {
	}

	/**
	 * Refuse to block a Reactor thread that must not be blocked.
	 * @param operation what is about to block
	 */
	static void check(String operation) {
		if (Schedulers.isInNonBlockingThread()) {
			throw new IllegalStateException("%s blocks, which the thread %s must not; use boundedElastic()"
				.formatted(operation, Thread.currentThread().getName()));
		}
	}

}
