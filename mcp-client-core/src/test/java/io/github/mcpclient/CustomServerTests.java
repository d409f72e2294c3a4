package io.github.mcpclient;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CustomServerTests {

	private static final CompleteRequest COMPLETION = new CompleteRequest(new PromptReference("p"),
			new CompleteArgument("a", ""));

	private static final McpServer server = new ToolsOnly();

	static Stream<Arguments> operations() {
		return Stream.of(operation("prompts/list", server::listPrompts),
				operation("prompts/get", () -> server.getPrompt("p", null)),
				operation("resources/list", () -> server.listResources(null)),
				operation("resources/templates/list", () -> server.listResourceTemplates(null)),
				operation("resources/read", () -> server.readResource("test://a")),
				operation("resources/subscribe", () -> server.subscribe("test://a")),
				operation("resources/unsubscribe", () -> server.unsubscribe("test://a")),
				operation("completion/complete", () -> server.complete(COMPLETION)),
				operation("logging/setLevel", () -> server.loggingLevel(LoggingLevel.INFO)),
				operation("ping", server::ping));
	}

	private static Arguments operation(String name, Runnable operation) {
		return Arguments.of(name, operation);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("operations")
	void whatIsNotImplementedFailsNamingServerAndOperation(String name, Runnable operation) {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(operation::run)
			.withMessage("MCP server 'custom': does not support " + name)
			.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isFalse());
	}

	@Test
	void whatIsImplementedWorks() {
		assertThat(server.listTools()).extracting(Tool::name).containsExactly("greet");
		assertThat(server.callTool("greet", Map.of("name", "Ada")).content()).containsExactly(new TextContent("Ada"));
		assertThat(server.info()).isEmpty();
		assertThat(server.sessionId()).isEmpty();
		assertThat(server.cachedTools()).isEmpty();
		server.invalidateToolsCache();
	}

	@Test
	void theAsyncFormWorksToo() {
		assertThat(server.async().callTool("greet", Map.of("name", "Ada")).block().content())
			.containsExactly(new TextContent("Ada"));
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> server.async().ping().block());
	}

	@Test
	void aManagerTakesIt() {
		assertThat(McpServerManager.of(List.of(server)).server("custom")).isSameAs(server);
	}

	private static final class ToolsOnly implements McpServer {

		@Override
		public String name() {
			return "custom";
		}

		@Override
		public McpServerStatus status() {
			return new McpServerStatus(McpServerStatus.State.CONNECTED, Instant.EPOCH, "custom", Optional.empty(), 1);
		}

		@Override
		public void connect() {
		}

		@Override
		public void close() {
		}

		@Override
		public List<Tool> listTools(CallContext context) {
			return List.of(Tool.builder("greet", Map.of("type", "object")).build());
		}

		@Override
		public CallToolResult callTool(ToolCall call) {
			return CallToolResult.builder().addTextContent((String) call.arguments().get("name")).build();
		}

	}

}
