package io.github.mcpclient.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * Ends exchanges whose answer does not begin in time. The JDK's own timeout cannot be
 * moved, as progress moves ours, and takes a timer per request; this one looks at all
 * that are under way when the first is due, or after a second.
 */
final class Watchdog {

	private static final long LONGEST_NAP_NANOS = 1_000_000_000L;

	private static final long NEVER = Long.MAX_VALUE;

	private static final long ORIGIN = System.nanoTime();

	private final Set<HttpExchange> watched = ConcurrentHashMap.newKeySet();

	/** When the next look is due, in nanoseconds since the origin. */
	private volatile long nextLook = NEVER;

	private @Nullable Future<?> timer;

	void add(HttpExchange exchange) {
		this.watched.add(exchange);
		long left = Math.min(exchange.remainingNanos(), LONGEST_NAP_NANOS);
		if (now() + left < this.nextLook) {
			lookAfter(left);
		}
	}

	void remove(HttpExchange exchange) {
		this.watched.remove(exchange);
	}

	private synchronized void lookAfter(long nanos) {
		long due = now() + Math.max(nanos, 0);
		if (due < this.nextLook) {
			if (this.timer != null) {
				this.timer.cancel(false);
			}
			this.nextLook = due;
			this.timer = HttpTimer.schedule(this::look, nanos);
		}
	}

	private void look() {
		synchronized (this) {
			// before looking: what is added meanwhile sees to its own look
			this.nextLook = NEVER;
			this.timer = null;
		}
		long next = NEVER;
		for (HttpExchange exchange : this.watched) {
			long left = exchange.remainingNanos();
			if (left <= 0) {
				exchange.expire();
			}
			else {
				next = Math.min(next, Math.min(left, LONGEST_NAP_NANOS));
			}
		}
		if (next != NEVER) {
			lookAfter(next);
		}
	}

	private static long now() {
		return System.nanoTime() - ORIGIN;
	}

}
