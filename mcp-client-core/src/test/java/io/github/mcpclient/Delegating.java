package io.github.mcpclient;

import java.util.List;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A server that leaves everything to another one, until a test overrides it.
 */
class Delegating implements McpServer {

	private final McpServer server;

	Delegating(McpServer server) {
		this.server = server;
	}

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public McpServerStatus status() {
		return this.server.status();
	}

	@Override
	public void connect() {
		this.server.connect();
	}

	@Override
	public void close() {
		this.server.close();
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		return this.server.listTools(context);
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		return this.server.callTool(call);
	}

}
