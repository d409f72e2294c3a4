package io.github.mcpclient;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server as last fetched. A list whose fetch began before an invalidation
 * is given to its caller and not taken for fresh. Thread-safe.
 */
final class ToolsCache {

	private final boolean enabled;

	private @Nullable List<Tool> last;

	private boolean fresh;

	private long generation;

	ToolsCache(boolean enabled) {
		this.enabled = enabled;
	}

	List<Tool> get(Supplier<List<Tool>> fetch) {
		long began;
		synchronized (this) {
			if (this.enabled && this.fresh && this.last != null) {
				return this.last;
			}
			began = this.generation;
		}
		List<Tool> fetched = fetch.get();
		synchronized (this) {
			this.last = fetched;
			this.fresh = (began == this.generation);
		}
		return fetched;
	}

	synchronized Optional<List<Tool>> last() {
		return Optional.ofNullable(this.last);
	}

	synchronized void invalidate() {
		this.generation++;
		this.fresh = false;
	}

}
