package io.github.mcpclient;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/**
 * Reads arguments as a model writes them. What is wrong with them is told without their
 * values, which may be secret, unless payloads may be recorded.
 */
final class ToolArguments {

	/** Numbers reach the server as the model wrote them. */
	private static final ObjectReader READER = Json.MAPPER.readerFor(Object.class)
		.with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

	private ToolArguments() {
	}

	/**
	 * Read arguments.
	 * @param json a JSON object; nothing counts as an empty one
	 * @param recordPayloads whether the arguments may be in the exception
	 * @throws McpInvalidArgumentsException if they are anything else
	 */
	static Map<String, Object> read(McpServer server, String toolName, @Nullable String json, boolean recordPayloads) {
		if (json == null || json.isBlank()) {
			return Map.of();
		}
		Object value;
		try {
			value = READER.readValue(json);
		}
		catch (JacksonException ex) {
			String details = recordPayloads ? ": " + ex.getOriginalMessage() : "";
			throw invalid(server, toolName, "are malformed JSON" + place(ex) + details, json, recordPayloads);
		}
		if (!(value instanceof Map<?, ?> map)) {
			throw invalid(server, toolName, "are JSON but no object", json, recordPayloads);
		}
		@SuppressWarnings("unchecked")
		Map<String, Object> arguments = (Map<String, Object>) map;
		return arguments;
	}

	private static String place(JacksonException ex) {
		return (ex.getLocation() != null)
				? " (line %d, column %d)".formatted(ex.getLocation().getLineNr(), ex.getLocation().getColumnNr()) : "";
	}

	private static McpInvalidArgumentsException invalid(McpServer server, String toolName, String problem, String json,
			boolean recordPayloads) {
		return new McpInvalidArgumentsException(server.name(),
				"the arguments of the tool '%s' %s%s".formatted(toolName, problem, recordPayloads ? ": " + json : ""));
	}

}
