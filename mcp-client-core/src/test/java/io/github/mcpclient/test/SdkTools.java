package io.github.mcpclient.test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourcesUpdatedNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * The tools of the {@link SdkServer}.
 */
final class SdkTools {

	private final Map<String, CountDownLatch> released = new ConcurrentHashMap<>();

	private volatile McpSyncServer server;

	void server(McpSyncServer server) {
		this.server = server;
	}

	List<SyncToolSpecification> all() {
		return List.of(tool("echo", (exchange, request) -> text(argument(request, "text"))),
				tool("audio", (exchange, request) -> audio()),
				tool("fail",
						(exchange,
								request) -> CallToolResult.builder().addTextContent("no luck").isError(true).build()),
				tool("env", (exchange, request) -> text(String.valueOf(System.getenv(argument(request, "name"))))),
				tool("meta", (exchange, request) -> text(String.valueOf(request.meta().get("tenant")))),
				tool("progress", SdkTools::progress), tool("log", SdkTools::log), tool("sample", SdkTools::sample),
				tool("ask", SdkTools::ask), tool("visit", SdkTools::visit),
				tool("roots", (exchange, request) -> text(exchange.listRoots().roots().toString())),
				tool("wait", this::waitForRelease),
				tool("release", (exchange, request) -> release(argument(request, "key"))),
				tool("change-lists", (exchange, request) -> changeLists()),
				tool("update", (exchange, request) -> update(argument(request, "uri"))),
				tool("exit", (exchange, request) -> exit(((Number) request.arguments().get("code")).intValue())));
	}

	private static SyncToolSpecification tool(String name,
			BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
		return new SyncToolSpecification(Tool.builder(name, SdkServer.anyArguments()).build(), handler);
	}

	private static String argument(CallToolRequest request, String name) {
		return String.valueOf(request.arguments().get(name));
	}

	static CallToolResult text(String text) {
		return CallToolResult.builder().addTextContent(text).build();
	}

	private static CallToolResult audio() {
		return CallToolResult.builder()
			.addContent(new AudioContent(null, "UklGRg==", "audio/wav"))
			.structuredContent(Map.of("seconds", 1))
			.build();
	}

	private static CallToolResult progress(McpSyncServerExchange exchange, CallToolRequest request) {
		int steps = ((Number) request.arguments().get("steps")).intValue();
		for (int i = 1; i <= steps; i++) {
			exchange.progressNotification(
					new ProgressNotification(request.progressToken(), (double) i, (double) steps, "step " + i));
		}
		return text("done");
	}

	private static CallToolResult log(McpSyncServerExchange exchange, CallToolRequest request) {
		for (LoggingLevel level : LoggingLevel.values()) {
			exchange.loggingNotification(new LoggingMessageNotification(level, "test", argument(request, "text")));
		}
		return text("logged");
	}

	private static CallToolResult sample(McpSyncServerExchange exchange, CallToolRequest request) {
		TextContent question = new TextContent(argument(request, "question"));
		return text(((TextContent) exchange
			.createMessage(CreateMessageRequest.builder(List.of(new SamplingMessage(Role.USER, question)), 10).build())
			.content()).text());
	}

	private static CallToolResult ask(McpSyncServerExchange exchange, CallToolRequest request) {
		Map<String, Object> schema = Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string")));
		return text(exchange.createElicitation(new ElicitFormRequest("Who are you?", schema, null)).toString());
	}

	private static CallToolResult visit(McpSyncServerExchange exchange, CallToolRequest request) {
		return text(exchange
			.createElicitation(new ElicitUrlRequest("Please log in", "https://example.com/login", "42", null))
			.action()
			.toString());
	}

	/**
	 * Reports progress once it waits.
	 */
	private CallToolResult waitForRelease(McpSyncServerExchange exchange, CallToolRequest request) {
		exchange.progressNotification(new ProgressNotification(request.progressToken(), 0.0, null, "waiting"));
		try {
			released(argument(request, "key")).await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return text("released");
	}

	private CallToolResult release(String key) {
		released(key).countDown();
		return text("released the others");
	}

	private CountDownLatch released(String key) {
		return this.released.computeIfAbsent(key, (newKey) -> new CountDownLatch(1));
	}

	private CallToolResult changeLists() {
		this.server.addTool(tool("new-tool", (exchange, request) -> text("new")));
		this.server.addPrompt(new SyncPromptSpecification(new Prompt("new-prompt", "new", List.of()), null));
		this.server
			.addResource(new SyncResourceSpecification(Resource.builder("test://new", "new-resource").build(), null));
		return text("changed");
	}

	private CallToolResult update(String uri) {
		this.server.notifyResourcesUpdated(new ResourcesUpdatedNotification(uri));
		return text("updated");
	}

	private static CallToolResult exit(int code) {
		System.err.println("leaving with code " + code);
		Runtime.getRuntime().halt(code);
		return text("never said");
	}

}
