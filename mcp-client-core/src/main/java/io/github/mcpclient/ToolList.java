package io.github.mcpclient;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * The tools that one fetch found: immutable, and each name once.
 *
 * @param tools the tools in the server's order
 * @param byName the tools by name
 */
record ToolList(List<Tool> tools, Map<String, Tool> byName) {

	/**
	 * Make a list of what was fetched.
	 * @param ignored hears of tools without a name of their own
	 */
	static ToolList of(List<Tool> fetched, Consumer<Tool> ignored) {
		Map<String, Tool> byName = new LinkedHashMap<>();
		for (Tool tool : fetched) {
			if (tool.name() == null || byName.containsKey(tool.name())) {
				ignored.accept(tool);
			}
			else {
				byName.put(tool.name(), Frozen.copy(tool));
			}
		}
		return new ToolList(List.copyOf(byName.values()), byName);
	}

	Optional<Tool> find(String name) {
		return Optional.ofNullable(this.byName.get(name));
	}

}
