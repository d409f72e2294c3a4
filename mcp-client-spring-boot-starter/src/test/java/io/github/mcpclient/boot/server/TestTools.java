package io.github.mcpclient.boot.server;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the servers of the tests offer, whatever their transport.
 */
final class TestTools {

	static final JacksonMcpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder().build());

	private TestTools() {
	}

	static void addTo(SyncSpecification<?> server) {
		server.serverInfo("test-server", "1.2.3")
			.jsonMapper(MAPPER)
			// A server that does not check what it answers
			.jsonSchemaValidator((schema, content) -> ValidationResponse.asValid("{}"))
			.capabilities(ServerCapabilities.builder().tools(true).logging().build());
		add(server, "echo", (exchange, request) -> String.valueOf(request.arguments().get("text")));
		add(server, "env", (exchange, request) -> System.getenv(String.valueOf(request.arguments().get("name"))));
		add(server, "directory", (exchange, request) -> System.getProperty("user.dir"));
		add(server, "header", (exchange, request) -> String
			.valueOf(exchange.transportContext().get(String.valueOf(request.arguments().get("name")))));
		add(server, "roots", (exchange, request) -> exchange.listRoots().roots().get(0).uri());
		add(server, "sample", (exchange, request) -> {
			if (exchange.getClientCapabilities().sampling() == null) {
				return "no sampling";
			}
			SamplingMessage message = new SamplingMessage(Role.USER, new TextContent("question"));
			return exchange.createMessage(CreateMessageRequest.builder(List.of(message), 10).build())
				.content()
				.toString();
		});
		add(server, "meta", (exchange, request) -> String.valueOf(request.meta()));
		server.toolCall(
				Tool.builder()
					.name("number")
					.inputSchema(Map.of("type", "object"))
					.outputSchema(Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer"))))
					.build(),
				(exchange, request) -> CallToolResult.builder()
					.addTextContent("none")
					.structuredContent(Map.of("n", "none"))
					.build());
		add(server, "log", (exchange, request) -> {
			exchange.loggingNotification(LoggingMessageNotification.builder(LoggingLevel.ERROR, "logged").build());
			return "done";
		});
	}

	private static void add(SyncSpecification<?> server, String name,
			BiFunction<McpSyncServerExchange, CallToolRequest, String> tool) {
		server.toolCall(
				Tool.builder()
					.name(name)
					.description(name)
					.inputSchema(Map.of("type", "object", "properties", Map.of()))
					.build(),
				(exchange, request) -> CallToolResult.builder()
					.addTextContent(String.valueOf(tool.apply(exchange, request)))
					.build());
	}

}
