package io.github.mcpclient.samples.server;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import tools.jackson.databind.json.JsonMapper;

/**
 * The server and its tools, whatever the transport.
 */
final class SampleServer {

	// Given to the SDK everywhere: what it looks up itself it may not find in an
	// executable jar
	static final McpJsonMapper JSON = new JacksonMcpJsonMapper(JsonMapper.shared());

	private static final Tool ADD = Tool.builder("add", object(Map.of("a", type("number"), "b", type("number"))))
		.description("Add two numbers")
		.build();

	private static final Tool TIME = Tool.builder("time", object(Map.of("zone", type("string"))))
		.description("The time in a zone such as Europe/Paris")
		.build();

	private static final Tool PRINT = Tool.builder("print", object(Map.of("text", type("string"))))
		.description("Print a text where the server logs")
		.build();

	private SampleServer() {
	}

	static McpSyncServer start(SyncSpecification<?> specification) {
		return specification.serverInfo("sample", "1.0")
			.capabilities(ServerCapabilities.builder().tools(false).build())
			.jsonMapper(JSON)
			.jsonSchemaValidator(new DefaultJsonSchemaValidator())
			.toolCall(ADD, (exchange, call) -> add(call))
			.toolCall(TIME, (exchange, call) -> time(call))
			.toolCall(PRINT, (exchange, call) -> print(call))
			.build();
	}

	private static CallToolResult add(CallToolRequest call) {
		double sum = argument(call, "a", Number.class).doubleValue() + argument(call, "b", Number.class).doubleValue();
		return CallToolResult.builder().addTextContent(String.valueOf(sum)).build();
	}

	private static CallToolResult time(CallToolRequest call) {
		try {
			ZoneId zone = ZoneId.of(argument(call, "zone", String.class));
			return CallToolResult.builder().addTextContent(ZonedDateTime.now(zone).toString()).build();
		}
		catch (DateTimeException ex) {
			return CallToolResult.builder().addTextContent(ex.getMessage()).isError(true).build();
		}
	}

	private static CallToolResult print(CallToolRequest call) {
		System.err.println(argument(call, "text", String.class));
		return CallToolResult.builder().addTextContent("printed").build();
	}

	/**
	 * An argument, which the SDK has checked against the schema.
	 */
	private static <T> T argument(CallToolRequest call, String name, Class<T> type) {
		return type.cast(Objects.requireNonNull(call.arguments().get(name)));
	}

	private static Map<String, Object> object(Map<String, Object> properties) {
		return Map.of("type", "object", "properties", properties, "required", List.copyOf(properties.keySet()));
	}

	private static Map<String, Object> type(String name) {
		return Map.of("type", name);
	}

}
