package io.github.mcpclient;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what a model sees out of a tool as its server describes it.
 */
final class McpToolFactory {

	private static final String PROPERTIES = "properties";

	private final boolean strictSchemas;

	McpToolFactory(boolean strictSchemas) {
		this.strictSchemas = strictSchemas;
	}

	McpTool create(String name, String serverName, Tool definition) {
		String description = McpTool.describe(definition);
		if (this.strictSchemas) {
			try {
				Map<String, Object> strict = StrictSchema.of(withProperties(definition.inputSchema(), true));
				return new McpTool(name, serverName, description, strict, true, definition);
			}
			catch (StrictSchema.Unsupported ex) {
				Logger logger = LoggerFactory.getLogger("mcp.server." + serverName);
				logger.debug("The schema of the tool '{}' has no strict form, since it has {}", definition.name(),
						ex.getMessage());
			}
		}
		Map<String, Object> schema = withProperties(definition.inputSchema(), false);
		return new McpTool(name, serverName, description, schema, false, definition);
	}

	/**
	 * Models want to see properties, even where there are none.
	 * @param ifComplete whether to leave a schema alone that is described elsewhere
	 */
	private static Map<String, Object> withProperties(Map<String, Object> schema, boolean ifComplete) {
		boolean elsewhere = schema.containsKey(JsonSchema.REF) || schema.containsKey("allOf");
		if (schema.containsKey(PROPERTIES) || (ifComplete && elsewhere)) {
			return Collections.unmodifiableMap(schema);
		}
		Map<String, Object> copy = new LinkedHashMap<>(schema);
		if (schema.isEmpty()) {
			copy.put("type", "object");
		}
		copy.put(PROPERTIES, Map.of());
		return Collections.unmodifiableMap(copy);
	}

}
