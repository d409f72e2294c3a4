package io.github.mcpclient.boot.autoconfigure;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.github.mcpclient.CallContext;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.ToolCall;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A server that an application implements itself.
 */
class UserServer implements McpServer {

	private final String name;

	volatile State state = State.NEW;

	UserServer(String name) {
		this.name = name;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public McpServerStatus status() {
		return new McpServerStatus(this.state, Instant.now(), "own", Optional.empty(), 0);
	}

	@Override
	public void connect() {
		this.state = State.CONNECTED;
	}

	@Override
	public void start() {
		connect();
	}

	@Override
	public void close() {
		this.state = State.CLOSED;
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		return List.of();
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		throw new UnsupportedOperationException();
	}

}
