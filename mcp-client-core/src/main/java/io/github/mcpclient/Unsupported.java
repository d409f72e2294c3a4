package io.github.mcpclient;

/**
 * The answer of an {@link McpServer} that does not implement an operation.
 */
final class Unsupported {

	private Unsupported() {
	}

	static McpClientException operation(McpServer server, String operation) {
		return new McpProtocolException(server.name(), "does not support " + operation, METHOD_NOT_FOUND, null);
	}

	static final int METHOD_NOT_FOUND = -32601;

}
