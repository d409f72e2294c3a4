package io.github.mcpclient;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The names under which a model sees the tools of several servers, both ways. Not
 * modified once a {@link ToolNamer} has filled it.
 */
final class ToolNames {

	/** By server, then by the tool's own name. */
	private final Map<String, Map<String, String>> names = new HashMap<>();

	private final Map<String, List<Origin>> origins = new HashMap<>();

	void put(Origin origin, String name) {
		this.names.computeIfAbsent(origin.server(), (server) -> new HashMap<>()).put(origin.tool(), name);
		this.origins.computeIfAbsent(name, (key) -> new ArrayList<>(1)).add(origin);
	}

	/**
	 * The name of a tool, {@code null} if it was not among those named.
	 */
	@Nullable String name(String serverName, String toolName) {
		return this.names.getOrDefault(serverName, Map.of()).get(toolName);
	}

	/**
	 * The tools that have a name; several only where names are left as they are.
	 */
	List<Origin> origins(String name) {
		return this.origins.getOrDefault(name, List.of());
	}

	/**
	 * All names.
	 */
	Set<String> all() {
		return this.origins.keySet();
	}

	/**
	 * Where a tool comes from.
	 */
	record Origin(String server, String tool) {

		/**
		 * A text that no other tool has.
		 */
		String identity() {
			return this.server.length() + ":" + this.server + this.tool;
		}

	}

}
