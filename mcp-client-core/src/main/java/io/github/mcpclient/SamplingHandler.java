package io.github.mcpclient;

import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;

/**
 * Lets a server use the application's language model. Must be thread-safe; may block.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">Sampling</a>
 */
@FunctionalInterface
public interface SamplingHandler {

	/**
	 * Answer a request of a server. Whatever is thrown reaches the server as a JSON-RPC
	 * error without details.
	 * @param serverName the server that asks
	 * @param request what it wants the model to be asked
	 * @return the model's answer
	 */
	CreateMessageResult createMessage(String serverName, CreateMessageRequest request);

}
