package io.github.mcpclient;

import java.util.Map;

import io.github.mcpclient.test.SdkServer;
import io.github.mcpclient.test.TomcatServer;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SdkStatelessServerTests {

	private static McpStatelessSyncServer sdkServer;

	private static TomcatServer tomcat;

	private static McpServer server;

	@BeforeAll
	static void start() {
		HttpServletStatelessServerTransport servlet = HttpServletStatelessServerTransport.builder()
			.jsonMapper(SdkServer.MAPPER)
			.messageEndpoint("/mcp")
			.build();
		sdkServer = io.modelcontextprotocol.server.McpServer.sync(servlet)
			.serverInfo("stateless", "1")
			.jsonMapper(SdkServer.MAPPER)
			.jsonSchemaValidator(new DefaultJsonSchemaValidator())
			.capabilities(ServerCapabilities.builder().tools(false).build())
			.toolCall(Tool.builder("echo", Map.of("type", "object")).build(), (context, request) -> echo(request))
			.build();
		tomcat = new TomcatServer(servlet);
		server = McpServer.builder(HttpTransportSettings.streamableHttp(tomcat.url("/mcp")).build())
			.name("stateless")
			.build();
	}

	@AfterAll
	static void stop() {
		server.close();
		sdkServer.close();
		tomcat.close();
	}

	private static CallToolResult echo(CallToolRequest request) {
		return CallToolResult.builder().addTextContent(String.valueOf(request.arguments().get("text"))).build();
	}

	@Test
	void toolIsListedAndCalledWithoutASession() {
		assertThat(server.listTools()).extracting(Tool::name).containsExactly("echo");
		CallToolResult result = server.callTool("echo", Map.of("text", "hello"));
		assertThat(((TextContent) result.content().get(0)).text()).isEqualTo("hello");
		assertThat(server.sessionId()).isEmpty();
	}

	@Test
	void anOperationThatTheServerLacksFailsWithoutARequest() {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(server::listPrompts)
			.withMessage("MCP server 'stateless': does not support prompts/list")
			.satisfies((ex) -> assertThat(ex.code()).isEqualTo(-32601));
	}

}
