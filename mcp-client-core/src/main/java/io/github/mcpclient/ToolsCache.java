package io.github.mcpclient;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server as last fetched. Callers that come while a fetch is under way
 * share it, unless the list was invalidated since it began: such a fetch is given to
 * those who wait for it and not taken for fresh. Thread-safe.
 */
final class ToolsCache {

	/** Against a model that makes up one name after the other. */
	private static final int MOST_MISSING = 100;

	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private final boolean enabled;

	private final long timeToLive;

	private final LongSupplier nanoTime;

	private volatile @Nullable ToolList last;

	/** Whether the server may have other tools by now than those last fetched. */
	private volatile boolean outdated;

	/** Of what was the case when the last list was fetched. */
	private long lastGeneration = -1;

	private long lastFetchedAt;

	private long generation;

	private @Nullable Fetch underWay;

	/** Names that a list of this generation was fetched for in vain. */
	private final Set<String> missing = new HashSet<>();

	/**
	 * Create a cache.
	 * @param timeToLive zero for no limit
	 */
	ToolsCache(boolean enabled, Duration timeToLive, LongSupplier nanoTime) {
		this.enabled = enabled;
		this.timeToLive = timeToLive.toNanos();
		this.nanoTime = nanoTime;
	}

	/**
	 * The tools, fetched where that is needed.
	 * @param down whether the server cannot be asked now, so that an old list is better
	 * than none
	 */
	ToolList get(boolean down, Patience patience, Fetcher fetcher) {
		return get(down, null, patience, fetcher);
	}

	/**
	 * The tool of a name, for which a list is fetched if none tells.
	 */
	Optional<Tool> find(String name, Patience patience, Fetcher fetcher) {
		ToolList known = current().orElse(null);
		Optional<Tool> tool = (known != null) ? known.find(name) : Optional.empty();
		if (tool.isPresent() || isMissing(name)) {
			return tool;
		}
		tool = get(false, known, patience, fetcher).find(name);
		if (tool.isEmpty()) {
			addMissing(name);
		}
		return tool;
	}

	private synchronized boolean isMissing(String name) {
		return this.enabled && isFresh() && (this.missing.contains(name) || this.missing.size() >= MOST_MISSING);
	}

	private synchronized void addMissing(String name) {
		if (this.enabled && isFresh() && this.missing.size() < MOST_MISSING) {
			this.missing.add(name);
		}
	}

	/**
	 * The tools in any list but one that did not tell what was asked.
	 */
	private ToolList get(boolean down, @Nullable ToolList insufficient, Patience patience, Fetcher fetcher) {
		while (true) {
			Fetch fetch;
			boolean own = false;
			synchronized (this) {
				ToolList known = this.last;
				if (this.enabled && known != null && known != insufficient
						&& (isFresh() || (down && isWithinTimeToLive()))) {
					return known;
				}
				fetch = this.underWay;
				if (fetch == null || fetch.generation < this.generation) {
					own = true;
					fetch = new Fetch();
					this.underWay = fetch;
				}
			}
			ToolList tools = own ? run(fetch, patience, fetcher) : join(fetch, patience);
			if (tools != null) {
				return tools;
			}
		}
	}

	private ToolList run(Fetch fetch, Patience patience, Fetcher fetcher) {
		try {
			ToolList fetched = fetcher.fetch(() -> begin(fetch));
			succeeded(fetch, fetched);
			return fetched;
		}
		catch (RuntimeException | Error ex) {
			ended(fetch);
			boolean abandoned = ex instanceof McpInterruptedException
					|| (ex instanceof McpTimeoutException && patience.deadline().hasPassed());
			if (abandoned) {
				fetch.result.complete(null);
			}
			else {
				fetch.result.completeExceptionally(ex);
			}
			throw ex;
		}
	}

	private synchronized void begin(Fetch fetch) {
		fetch.generation = this.generation;
		fetch.begunAt = this.nanoTime.getAsLong();
	}

	private void succeeded(Fetch fetch, ToolList fetched) {
		synchronized (this) {
			ended(fetch);
			if (fetch.generation >= this.lastGeneration) {
				this.last = fetched;
				this.lastGeneration = fetch.generation;
				this.lastFetchedAt = fetch.begunAt;
				this.outdated &= fetch.generation != this.generation;
			}
		}
		fetch.result.complete(fetched);
	}

	private synchronized void ended(Fetch fetch) {
		this.underWay = (this.underWay != fetch) ? this.underWay : null;
	}

	/**
	 * Wait for somebody else's fetch; {@code null} if that caller gave up, which is no
	 * reason to give up here.
	 */
	private @Nullable ToolList join(Fetch fetch, Patience patience) {
		try {
			return patience.await(fetch.result, FOREVER, McpSchema.METHOD_TOOLS_LIST);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			throw patience.timedOut(McpSchema.METHOD_TOOLS_LIST);
		}
	}

	/**
	 * The tools as last fetched, however old.
	 */
	Optional<ToolList> last() {
		return Optional.ofNullable(this.last);
	}

	/**
	 * The tools as last fetched, if the server has not said anything else since.
	 */
	Optional<ToolList> current() {
		return this.outdated ? Optional.empty() : Optional.ofNullable(this.last);
	}

	synchronized boolean isStale() {
		return this.last != null && (this.outdated || !isWithinTimeToLive());
	}

	private boolean isFresh() {
		return this.last != null && this.lastGeneration == this.generation && isWithinTimeToLive();
	}

	private boolean isWithinTimeToLive() {
		return this.timeToLive == 0 || this.nanoTime.getAsLong() - this.lastFetchedAt < this.timeToLive;
	}

	/**
	 * Make the next call fetch.
	 */
	synchronized void invalidate() {
		this.generation++;
		this.missing.clear();
	}

	/**
	 * Make the next call fetch, since the server may have other tools by now.
	 */
	synchronized void outdate() {
		invalidate();
		this.outdated = true;
	}

	/**
	 * Let nobody join a fetch that ends with the server's life.
	 */
	synchronized void closed() {
		this.underWay = null;
	}

	/**
	 * Fetches a list.
	 */
	@FunctionalInterface
	interface Fetcher {

		/**
		 * Fetch the list.
		 * @param begin run right before the server is asked, again at each attempt: what
		 * happens from then on makes the list an old one
		 */
		ToolList fetch(Runnable begin);

	}

	private static final class Fetch {

		/** Until the server is asked, the fetch will tell whatever is the case then. */
		private long generation = Long.MAX_VALUE;

		private long begunAt;

		private final CompletableFuture<@Nullable ToolList> result = new CompletableFuture<>();

	}

}
