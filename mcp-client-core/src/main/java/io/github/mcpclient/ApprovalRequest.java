package io.github.mcpclient;

import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A call that needs approval. Immutable; prints no arguments.
 *
 * @param serverName the server
 * @param tool the tool
 * @param arguments the arguments of the call
 * @param context on whose behalf the call is made
 */
public record ApprovalRequest(String serverName, Tool tool, Map<String, Object> arguments, CallContext context) {

	/**
	 * Server and tool; arguments may be secret.
	 */
	@Override
	public String toString() {
		return "ApprovalRequest[serverName=%s, tool=%s]".formatted(this.serverName, this.tool.name());
	}

}
