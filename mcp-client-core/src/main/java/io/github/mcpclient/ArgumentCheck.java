package io.github.mcpclient;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * Finds arguments that a tool requires and a call lacks, before anything is sent. A
 * schema that does not say what is required in the usual way says nothing.
 */
final class ArgumentCheck {

	private ArgumentCheck() {
	}

	static void check(String serverName, Tool tool, Map<String, Object> arguments) {
		if (!(tool.inputSchema().get("required") instanceof Collection<?> names)) {
			return;
		}
		TreeSet<String> missing = new TreeSet<>();
		for (Object name : names) {
			if (name instanceof String text && !arguments.containsKey(text)) {
				missing.add(text);
			}
		}
		if (!missing.isEmpty()) {
			throw new McpInvalidArgumentsException(serverName,
					"the tool '%s' lacks required arguments: %s".formatted(tool.name(), String.join(", ", missing)));
		}
	}

}
