package io.github.mcpclient;

import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;

/**
 * Asks the user for data that a server needs. Must be thread-safe; may block.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">Elicitation</a>
 */
@FunctionalInterface
public interface FormElicitationHandler {

	/**
	 * Answer a request of a server. Whatever is thrown reaches the server as a JSON-RPC
	 * error without details.
	 * @param serverName the server that asks
	 * @param request what it wants to know, with a JSON schema
	 * @return what the user entered, or that the user declined
	 */
	ElicitResult elicit(String serverName, ElicitFormRequest request);

}
