package io.github.mcpclient;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends every wait of a server's callers at once when the server is closed. Each caller
 * belongs to one life of the server, from opening to closing, so that opening it again
 * revives nobody. Thread-safe.
 */
final class CloseSignal {

	private final String serverName;

	private volatile Life life = new Life();

	CloseSignal(String serverName) {
		this.serverName = serverName;
	}

	synchronized void close() {
		this.life.end();
	}

	synchronized void reopen() {
		if (this.life.ended.isDone()) {
			this.life = new Life();
		}
	}

	/**
	 * The patience of a caller that arrives now.
	 */
	Patience until(Deadline deadline) {
		return new Patience(this.serverName, this.life, deadline);
	}

	/**
	 * One life of a server.
	 */
	static final class Life {

		private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

		private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

		boolean hasEnded() {
			return this.ended.isDone();
		}

		/**
		 * Completed at the end.
		 */
		CompletableFuture<Boolean> ended() {
			return this.ended;
		}

		/**
		 * Tell of the end, at once if it has come already.
		 */
		void onEnd(Runnable listener) {
			this.listeners.add(listener);
			if (hasEnded()) {
				listener.run();
			}
		}

		void forget(Runnable listener) {
			this.listeners.remove(listener);
		}

		private void end() {
			this.ended.complete(true);
			this.listeners.forEach(Runnable::run);
		}

	}

}
