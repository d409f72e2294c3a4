package io.github.mcpclient;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Icon;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Copies that nobody can change, nested values included.
 */
final class Frozen {

	/** What is nested deeper is left alone; it cannot be sent as JSON. */
	private static final int DEEPEST = 1000;

	private Frozen() {
	}

	static Tool copy(Tool tool) {
		return new Tool(tool.name(), tool.title(), tool.description(), map(tool.inputSchema()),
				map(tool.outputSchema()), tool.annotations(), map(tool.meta()), icons(tool.icons()));
	}

	private static @Nullable List<Icon> icons(@Nullable List<Icon> icons) {
		return (icons != null) ? icons.stream().map(Frozen::copy).toList() : null;
	}

	private static @Nullable Icon copy(@Nullable Icon icon) {
		return (icon != null && icon.sizes() != null) ? new Icon(icon.src(), icon.mimeType(),
				Collections.unmodifiableList(new ArrayList<>(icon.sizes())), icon.theme()) : icon;
	}

	/**
	 * Copy the values of a JSON object.
	 */
	static Map<String, Object> values(Map<String, ?> values) {
		return (values.isEmpty()) ? Map.of() : map(values, null);
	}

	private static @Nullable Map<String, Object> map(@Nullable Map<String, Object> map) {
		return (map != null) ? map(map, null) : null;
	}

	@SuppressWarnings("unchecked")
	private static <K> Map<K, Object> map(Map<K, ?> map, @Nullable Path outer) {
		Path path = new Path(map, outer);
		Map<K, @Nullable Object> copy = new LinkedHashMap<>();
		map.forEach((key, nested) -> copy.put(key, value(nested, path)));
		return (Map<K, Object>) (Map<K, ?>) Collections.unmodifiableMap(copy);
	}

	private static @Nullable Object value(@Nullable Object value, Path path) {
		if (value instanceof Map<?, ?> map && path.mayGoOn(map)) {
			return map(map, path);
		}
		if (value instanceof Collection<?> collection && path.mayGoOn(collection)) {
			Path deeper = new Path(collection, path);
			List<@Nullable Object> copy = new ArrayList<>(collection.size());
			collection.forEach((nested) -> copy.add(value(nested, deeper)));
			return Collections.unmodifiableList(copy);
		}
		return value;
	}

	/**
	 * The containers around a value, which must not be among them.
	 */
	private static final class Path {

		private final Object container;

		private final @Nullable Path outer;

		private final int depth;

		Path(Object container, @Nullable Path outer) {
			this.container = container;
			this.outer = outer;
			this.depth = (outer != null) ? outer.depth + 1 : 0;
		}

		boolean mayGoOn(Object nested) {
			if (this.depth >= DEEPEST) {
				return false;
			}
			for (Path path = this; path != null; path = path.outer) {
				if (path.container == nested) {
					return false;
				}
			}
			return true;
		}

	}

}
