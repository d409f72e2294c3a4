package io.github.mcpclient.test;

import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import tools.jackson.databind.json.JsonMapper;

/**
 * An MCP server written with the SDK's server classes. Over any of the SDK's transports,
 * and as a program over stdio. Reports its process id as its version.
 */
public final class SdkServer {

	public static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder().build());

	private SdkServer() {
	}

	public static void main(String[] args) {
		serve(io.modelcontextprotocol.server.McpServer.sync(new StdioServerTransportProvider(MAPPER)));
	}

	public static McpSyncServer serve(SyncSpecification<?> specification) {
		SdkTools tools = new SdkTools();
		McpSyncServer server = specification.serverInfo("sdk-server", Long.toString(ProcessHandle.current().pid()))
			.instructions("Say something to echo")
			.jsonMapper(MAPPER)
			.jsonSchemaValidator(new DefaultJsonSchemaValidator())
			.capabilities(ServerCapabilities.builder()
				.tools(true)
				.prompts(true)
				.resources(true, true)
				.logging()
				.completions()
				.build())
			.tools(tools.all())
			.prompts(greeting())
			.resources(readme())
			.resourceTemplates(greetingTemplate())
			.completions(nameCompletion())
			.build();
		tools.server(server);
		return server;
	}

	private static SyncPromptSpecification greeting() {
		Prompt prompt = new Prompt("greeting", "Greets somebody",
				List.of(new PromptArgument("name", "Whom to greet", true)));
		return new SyncPromptSpecification(prompt, (exchange, request) -> greet(request));
	}

	private static GetPromptResult greet(GetPromptRequest request) {
		TextContent text = new TextContent("Greet " + request.arguments().get("name"));
		return new GetPromptResult("A greeting", List.of(new PromptMessage(Role.USER, text)));
	}

	private static SyncResourceSpecification readme() {
		Resource resource = Resource.builder("test://readme", "readme").mimeType("text/plain").build();
		return new SyncResourceSpecification(resource, (exchange, request) -> text(request.uri(), "Read me"));
	}

	private static SyncResourceTemplateSpecification greetingTemplate() {
		ResourceTemplate template = ResourceTemplate.builder("test://greetings/{name}", "greetings").build();
		return new SyncResourceTemplateSpecification(template,
				(exchange, request) -> text(request.uri(), "Hello from " + request.uri()));
	}

	private static ReadResourceResult text(String uri, String text) {
		return new ReadResourceResult(List.of(new TextResourceContents(uri, "text/plain", text)));
	}

	private static SyncCompletionSpecification nameCompletion() {
		List<String> names = List.of("Ada", "Alan", "Grace");
		return new SyncCompletionSpecification(new PromptReference("greeting"),
				(exchange,
						request) -> new CompleteResult(new CompleteCompletion(
								names.stream().filter((name) -> name.startsWith(request.argument().value())).toList(),
								3, false)));
	}

	static Map<String, Object> anyArguments() {
		return Map.of("type", "object");
	}

}
