package io.github.mcpclient;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Copies of tools that nobody can change, nested schemas included.
 */
final class Frozen {

	private Frozen() {
	}

	static Tool copy(Tool tool) {
		return new Tool(tool.name(), tool.title(), tool.description(), map(tool.inputSchema()),
				map(tool.outputSchema()), tool.annotations(), map(tool.meta()),
				(tool.icons() != null) ? List.copyOf(tool.icons()) : null);
	}

	@SuppressWarnings("unchecked")
	private static @Nullable Map<String, Object> map(@Nullable Map<String, Object> map) {
		return (Map<String, Object>) value(map);
	}

	private static @Nullable Object value(@Nullable Object value) {
		if (value instanceof Map<?, ?> map) {
			Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
			map.forEach((key, nested) -> copy.put(key, value(nested)));
			return Collections.unmodifiableMap(copy);
		}
		if (value instanceof List<?> list) {
			List<@Nullable Object> copy = new ArrayList<>(list.size());
			list.forEach((nested) -> copy.add(value(nested)));
			return Collections.unmodifiableList(copy);
		}
		return value;
	}

}
