package io.github.mcpclient;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Adds {@code _meta} to the tool calls of a server. What the caller set itself stays. A
 * resolver that throws fails the call, and nothing is sent. Must be thread-safe.
 */
@FunctionalInterface
public interface MetaResolver {

	/**
	 * Resolve what to add to a call.
	 * @param call the tool's name as the server calls it, a copy of the arguments, and
	 * the context with the server's name
	 * @return values by key; {@code null} or empty to add nothing
	 */
	@Nullable Map<String, ?> resolve(ToolCall call);

}
