package io.github.mcpclient;

import java.util.List;

import io.modelcontextprotocol.spec.McpSchema.Root;

/**
 * Tells a server which directories and files it may work in. Must be thread-safe.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/client/roots">Roots</a>
 */
@FunctionalInterface
public interface RootsProvider {

	/**
	 * The roots of a server, asked for whenever the server asks.
	 * @param serverName the server that asks
	 * @return its roots
	 */
	List<Root> roots(String serverName);

}
