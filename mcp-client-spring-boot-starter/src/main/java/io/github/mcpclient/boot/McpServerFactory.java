package io.github.mcpclient.boot;

import io.github.mcpclient.McpServer;

/**
 * Creates the servers that the configuration describes. Thread-safe.
 */
@FunctionalInterface
public interface McpServerFactory {

	/**
	 * Create a server from its properties, with the handlers and customizers of the
	 * application. Nothing is started and nothing connected. The server is closed with
	 * the application context at the latest.
	 * @param name the name of the server, as in {@code mcp.client.servers}
	 * @return a new server
	 * @throws IllegalArgumentException if no enabled server has that name
	 */
	McpServer create(String name);

}
