package io.github.mcpclient;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.slf4j.Logger;

/**
 * The tools that one fetch found: immutable, and each name once.
 *
 * @param tools the tools in the server's order
 * @param byName the tools by name
 * @param fetchedAt when they were fetched, in the time of {@link System#nanoTime()}
 */
record ToolList(List<Tool> tools, Map<String, Tool> byName, long fetchedAt) {

	static ToolList of(List<Tool> fetched, Logger logger) {
		Map<String, Tool> byName = new LinkedHashMap<>();
		for (Tool tool : fetched) {
			if (tool.name() == null || byName.putIfAbsent(tool.name(), Frozen.copy(tool)) != null) {
				logger.warn("The server lists the tool '{}' twice; the first one counts", tool.name());
			}
		}
		return new ToolList(List.copyOf(new ArrayList<>(byName.values())), byName, System.nanoTime());
	}

	Optional<Tool> find(String name) {
		return Optional.ofNullable(this.byName.get(name));
	}

}
