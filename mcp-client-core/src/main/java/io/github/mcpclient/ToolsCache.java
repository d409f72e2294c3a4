package io.github.mcpclient;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The tools of a server as last fetched. Callers that come while a fetch is under way
 * share it, unless the list was invalidated since it began: such a fetch is given to
 * those who wait for it and not taken for fresh. Thread-safe.
 */
final class ToolsCache {

	private final boolean enabled;

	private final Duration timeToLive;

	private final CloseSignal signal;

	private @Nullable ToolList last;

	/** Of what was the case when the last list was fetched. */
	private long lastGeneration = -1;

	private long generation;

	/** Whether the server may have other tools by now than those last fetched. */
	private boolean outdated;

	private @Nullable Fetch underWay;

	ToolsCache(boolean enabled, Duration timeToLive, CloseSignal signal) {
		this.enabled = enabled;
		this.timeToLive = timeToLive;
		this.signal = signal;
	}

	/**
	 * The tools, fetched where that is needed.
	 * @param down whether the server cannot be asked now, so that an old list is better
	 * than none
	 */
	ToolList get(boolean down, Supplier<ToolList> fetch) {
		while (true) {
			Fetch joined;
			boolean own = false;
			synchronized (this) {
				ToolList known = this.last;
				if (this.enabled && known != null && (isFresh() || (down && isWithinTimeToLive(known)))) {
					return known;
				}
				joined = this.underWay;
				if (joined == null || joined.generation != this.generation) {
					own = true;
					joined = new Fetch(this.generation);
					this.underWay = joined;
				}
			}
			if (own) {
				return run(joined, fetch);
			}
			ToolList shared = join(joined);
			if (shared != null) {
				return shared;
			}
		}
	}

	private ToolList run(Fetch fetch, Supplier<ToolList> fetcher) {
		try {
			ToolList fetched = fetcher.get();
			succeeded(fetch, fetched);
			return fetched;
		}
		catch (RuntimeException | Error ex) {
			synchronized (this) {
				this.underWay = (this.underWay != fetch) ? this.underWay : null;
			}
			fetch.result.completeExceptionally(ex);
			throw ex;
		}
	}

	private void succeeded(Fetch fetch, ToolList fetched) {
		synchronized (this) {
			this.underWay = (this.underWay != fetch) ? this.underWay : null;
			if (fetch.generation >= this.lastGeneration) {
				this.last = fetched;
				this.lastGeneration = fetch.generation;
				this.outdated &= fetch.generation != this.generation;
			}
		}
		fetch.result.complete(fetched);
	}

	/**
	 * Wait for somebody else's fetch; {@code null} if that caller gave up, which is no
	 * reason to give up here.
	 */
	private @Nullable ToolList join(Fetch fetch) {
		try {
			return this.signal.await(fetch.result, Long.MAX_VALUE, "tools/list");
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof McpInterruptedException) {
				return null;
			}
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The tools as last fetched, however old.
	 */
	synchronized Optional<ToolList> last() {
		return Optional.ofNullable(this.last);
	}

	/**
	 * The tools as last fetched, if the server has not said anything else since.
	 */
	synchronized Optional<ToolList> current() {
		return this.outdated ? Optional.empty() : Optional.ofNullable(this.last);
	}

	synchronized boolean isStale() {
		return this.last != null && (this.outdated || !isWithinTimeToLive(this.last));
	}

	private boolean isFresh() {
		return this.last != null && this.lastGeneration == this.generation && isWithinTimeToLive(this.last);
	}

	private boolean isWithinTimeToLive(ToolList list) {
		return this.timeToLive.isZero() || System.nanoTime() - list.fetchedAt() < this.timeToLive.toNanos();
	}

	/**
	 * Make the next call fetch.
	 */
	synchronized void invalidate() {
		this.generation++;
	}

	/**
	 * Make the next call fetch, since the server may have other tools by now.
	 */
	synchronized void outdate() {
		this.generation++;
		this.outdated = true;
	}

	private static final class Fetch {

		private final long generation;

		private final CompletableFuture<ToolList> result = new CompletableFuture<>();

		Fetch(long generation) {
			this.generation = generation;
		}

	}

}
