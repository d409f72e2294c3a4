package io.github.mcpclient;

import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A server each of whose reads fails every other time, and whose status nobody knows.
 */
final class FlakyReads implements McpServer {

	private final List<String> attempted;

	FlakyReads(List<String> attempted) {
		this.attempted = attempted;
	}

	private void attempt(String what) {
		this.attempted.add(what);
		if (this.attempted.stream().filter(what::equals).count() % 2 == 1) {
			throw new McpConnectionException(name(), "broke", null, true, 0);
		}
	}

	@Override
	public String name() {
		return "flaky";
	}

	@Override
	public McpServerStatus status() {
		return null;
	}

	@Override
	public void connect() {
	}

	@Override
	public void close() {
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		return List.of();
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		throw new UnsupportedOperationException();
	}

	@Override
	public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
		attempt("prompt");
		return new GetPromptResult(null, List.of());
	}

	@Override
	public ReadResourceResult readResource(String uri) {
		attempt("read");
		return new ReadResourceResult(List.of());
	}

	@Override
	public void loggingLevel(LoggingLevel level) {
		attempt("level");
	}

	@Override
	public void subscribe(String uri) {
		attempt("subscribe");
	}

}
