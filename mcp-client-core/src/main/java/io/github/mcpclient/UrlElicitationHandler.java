package io.github.mcpclient;

import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;

/**
 * Asks the user to visit a URL on behalf of a server. Must be thread-safe; may block.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-mode-elicitation-requests">URL
 * mode elicitation</a>
 */
@FunctionalInterface
public interface UrlElicitationHandler {

	/**
	 * Answer a request of a server. Whatever is thrown reaches the server as a JSON-RPC
	 * error without details.
	 * @param serverName the server that asks
	 * @param request the URL and why it should be visited
	 * @return whether the user agreed to visit it
	 */
	ElicitResult elicit(String serverName, ElicitUrlRequest request);

}
