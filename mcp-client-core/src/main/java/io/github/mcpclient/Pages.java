package io.github.mcpclient;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Collects the pages of a listing, guarded against a server that never stops.
 */
final class Pages {

	private static final int MAX_PAGES = 10_000;

	private Pages() {
	}

	/**
	 * Fetch every page.
	 * @param attempts makes the attempts of each page
	 * @param fetch fetches the page at a cursor, the first one at {@code null}
	 * @param items the items of a page
	 * @param nextCursor where the next page is, or {@code null} after the last
	 */
	static <P, T> List<T> all(String serverName, String operation, Attempts attempts,
			Function<@Nullable String, P> fetch, Function<P, @Nullable List<T>> items,
			Function<P, @Nullable String> nextCursor) {
		List<T> collected = new ArrayList<>();
		Set<String> seen = new HashSet<>();
		String cursor = null;
		do {
			String current = cursor;
			P page = attempts.fetch(operation, () -> fetch.apply(current));
			List<T> pageItems = items.apply(page);
			if (pageItems != null) {
				collected.addAll(pageItems);
			}
			cursor = nextCursor.apply(page);
			if (cursor != null && (!seen.add(cursor) || seen.size() >= MAX_PAGES)) {
				throw new McpProtocolException(serverName, "the pages of %s never end".formatted(operation), 0, null);
			}
		}
		while (cursor != null);
		return List.copyOf(collected);
	}

	/**
	 * Makes the attempts to fetch one page.
	 */
	interface Attempts {

		Attempts ONE = new Attempts() {

			@Override
			public <P> P fetch(String operation, Supplier<P> page) {
				return page.get();
			}

		};

		<P> P fetch(String operation, Supplier<P> page);

	}

}
