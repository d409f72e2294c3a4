package io.github.mcpclient;

import org.jspecify.annotations.Nullable;

/**
 * Turns a failed tool call into a text that the model can read, so that a chat goes on.
 * Must be thread-safe.
 */
@FunctionalInterface
public interface FailureFunction {

	/**
	 * Describe a failure to the model.
	 * @param serverName the server
	 * @param toolName the tool, as the server calls it
	 * @param failure what went wrong
	 * @return the text, or {@code null} to let the failure be thrown
	 */
	@Nullable String describe(String serverName, String toolName, RuntimeException failure);

	/**
	 * Let every failure be thrown.
	 * @return a function that describes nothing
	 */
	static FailureFunction none() {
		return (serverName, toolName, failure) -> null;
	}

}
