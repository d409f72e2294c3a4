package io.github.mcpclient;

import java.util.List;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tools of a server exist for the application. Asked once per tool, in the
 * server's order; a filter that throws excludes that tool. Must be thread-safe and should
 * be fast: reactive callers run it on a thread of the library.
 */
@FunctionalInterface
public interface ToolFilter {

	/**
	 * Whether a tool may be seen and called.
	 * @param context server name, principal and attributes
	 * @param tool the tool
	 * @return {@code true} to let it through
	 */
	boolean test(CallContext context, Tool tool);

	/**
	 * Let every tool through.
	 * @return a filter that excludes nothing
	 */
	static ToolFilter all() {
		return NamedToolFilter.ALL;
	}

	/**
	 * Decide by name.
	 * @param allow names or globs of the only tools to let through; {@code null} for all
	 * of them, and an empty list for none
	 * @param block names or globs of tools to exclude all the same
	 * @return a filter
	 */
	static ToolFilter of(@Nullable List<String> allow, List<String> block) {
		return new NamedToolFilter((allow != null) ? new ToolNamePatterns(allow) : null, new ToolNamePatterns(block));
	}

}
