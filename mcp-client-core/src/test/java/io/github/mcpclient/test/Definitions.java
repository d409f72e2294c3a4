package io.github.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/**
 * Definitions of tools.
 */
public final class Definitions {

	private Definitions() {
	}

	public static Tool tool(String name) {
		return Tool.builder(name, Map.of("type", "object")).build();
	}

	/**
	 * A tool that requires arguments of these names, or of whatever else stands there.
	 */
	public static Tool requiring(String name, Object... required) {
		Map<String, Object> schema = new LinkedHashMap<>();
		schema.put("type", "object");
		schema.put("required", List.of(required));
		return Tool.builder(name, schema).build();
	}

	public static Tool readOnly(String name) {
		return annotated(name, true, null);
	}

	public static Tool idempotent(String name) {
		return annotated(name, null, true);
	}

	public static Tool annotated(String name, Boolean readOnly, Boolean idempotent) {
		return Tool.builder(name, Map.of("type", "object"))
			.annotations(new ToolAnnotations(null, readOnly, null, idempotent, null, null))
			.build();
	}

}
