package io.github.mcpclient;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The servers of an application, by name. Thread-safe.
 */
public final class McpServerManager {

	private final Map<String, McpServer> servers;

	private McpServerManager(Map<String, McpServer> servers) {
		this.servers = servers;
	}

	/**
	 * Manage servers.
	 * @param servers the servers, in the order in which they are listed
	 * @return a manager of them
	 * @throws IllegalArgumentException if two of them have the same name
	 */
	public static McpServerManager of(Collection<? extends McpServer> servers) {
		Map<String, McpServer> byName = new LinkedHashMap<>();
		for (McpServer server : servers) {
			if (byName.putIfAbsent(server.name(), server) != null) {
				throw new IllegalArgumentException("Two MCP servers are named '" + server.name() + "'; rename one");
			}
		}
		return new McpServerManager(Collections.unmodifiableMap(byName));
	}

	/**
	 * All servers.
	 * @return an immutable map from name to server, in order
	 */
	public Map<String, McpServer> servers() {
		return this.servers;
	}

	/**
	 * One server.
	 * @param name the name of the server
	 * @return the server
	 * @throws IllegalArgumentException if there is no server of that name
	 */
	public McpServer server(String name) {
		McpServer server = this.servers.get(name);
		if (server == null) {
			throw new IllegalArgumentException(
					"There is no MCP server '%s', only %s".formatted(name, this.servers.keySet()));
		}
		return server;
	}

}
