package io.github.mcpclient;

import java.util.Optional;

import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;

/**
 * What a server said about itself when the connection was made. Immutable.
 *
 * @param name the name the server gives itself
 * @param version the version the server gives itself
 * @param instructions how the server wants to be used, for the model
 * @param capabilities what the server offers
 * @param protocolVersion the revision of the protocol that both sides speak
 */
public record McpServerInfo(String name, String version, Optional<String> instructions, ServerCapabilities capabilities,
		String protocolVersion) {

	private static final Implementation UNKNOWN = new Implementation("unknown", "unknown");

	static McpServerInfo of(InitializeResult result) {
		Implementation server = (result.serverInfo() != null) ? result.serverInfo() : UNKNOWN;
		ServerCapabilities capabilities = (result.capabilities() != null) ? result.capabilities()
				: ServerCapabilities.builder().build();
		return new McpServerInfo(server.name(), server.version(), Optional.ofNullable(result.instructions()),
				capabilities, result.protocolVersion());
	}

}
