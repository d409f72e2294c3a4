package io.github.mcpclient;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * A filter that needs no more than the name of a tool.
 */
final class NamedToolFilter implements ToolFilter {

	static final NamedToolFilter ALL = new NamedToolFilter(null, new ToolNamePatterns(List.of()));

	private final @Nullable ToolNamePatterns allow;

	private final ToolNamePatterns block;

	NamedToolFilter(@Nullable ToolNamePatterns allow, ToolNamePatterns block) {
		this.allow = allow;
		this.block = block;
	}

	@Override
	public boolean test(CallContext context, Tool tool) {
		return test(tool.name());
	}

	boolean test(String name) {
		return (this.allow == null || this.allow.matches(name)) && !this.block.matches(name);
	}

	/**
	 * The names and globs in this filter that mean none of the tools.
	 */
	Set<String> matchingNoneOf(Collection<String> toolNames) {
		Set<String> patterns = new LinkedHashSet<>(this.block.matchingNoneOf(toolNames));
		if (this.allow != null) {
			patterns.addAll(this.allow.matchingNoneOf(toolNames));
		}
		return patterns;
	}

}
