package io.github.mcpclient.boot;

import io.github.mcpclient.McpServer;

/**
 * Adjusts servers while they are built. Beans of this type are called for each server of
 * the configuration, in their order, after its properties and handlers were applied.
 */
@FunctionalInterface
public interface McpServerCustomizer {

	/**
	 * Adjust a server.
	 * @param name the name of the server, as in {@code mcp.client.servers}
	 * @param builder builds the server
	 */
	void customize(String name, McpServer.Builder builder);

}
