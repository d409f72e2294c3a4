package io.github.mcpclient.boot.autoconfigure;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Servers without which the application must not start could not be connected.
 */
final class RequiredMcpServersException extends RuntimeException {

	private final transient Map<String, Throwable> failures;

	RequiredMcpServersException(Map<String, Throwable> failures) {
		super(failures.entrySet()
			.stream()
			.map((failure) -> "Required MCP server '%s' could not be connected: %s".formatted(failure.getKey(),
					failure.getValue().getMessage()))
			.collect(Collectors.joining("; ")));
		this.failures = failures;
		failures.values().forEach(this::addSuppressed);
	}

	/**
	 * Why each server could not be connected.
	 * @return failures by the name of the server, in order
	 */
	Map<String, Throwable> failures() {
		return this.failures;
	}

}
