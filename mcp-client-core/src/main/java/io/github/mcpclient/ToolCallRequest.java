package io.github.mcpclient;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.slf4j.Logger;

/**
 * Makes the request of a tool call. It always carries a progress token, since progress
 * keeps a call from timing out.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress">Progress</a>
 */
final class ToolCallRequest {

	private static final String PROGRESS_TOKEN = "progressToken";

	private ToolCallRequest() {
	}

	static McpRequest<CallToolResult> of(ToolCall call, Logger logger) {
		return new McpRequest<>(McpSchema.METHOD_TOOLS_CALL,
				(id) -> new CallToolRequest(call.name(), call.arguments(), withProgressToken(call.meta(), id)),
				CallToolResult.class, call.meta().get(PROGRESS_TOKEN),
				call.progressListener().map((listener) -> guarded(listener, logger)).orElse(null));
	}

	private static Map<String, Object> withProgressToken(Map<String, Object> meta, long id) {
		if (meta.isEmpty()) {
			return Map.of(PROGRESS_TOKEN, id);
		}
		Map<String, Object> extended = new LinkedHashMap<>(meta);
		extended.putIfAbsent(PROGRESS_TOKEN, id);
		return extended;
	}

	private static Consumer<ProgressNotification> guarded(Consumer<ProgressNotification> listener, Logger logger) {
		return (progress) -> {
			try {
				listener.accept(progress);
			}
			catch (RuntimeException ex) {
				logger.warn("A listener to progress failed: {}", ex.toString());
				logger.debug("The failure in full", ex);
			}
		};
	}

}
