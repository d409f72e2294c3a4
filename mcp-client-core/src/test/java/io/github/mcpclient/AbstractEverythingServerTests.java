package io.github.mcpclient;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.mcpclient.test.EnabledIfNpmServers;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.EverythingTransport;
import io.github.mcpclient.test.RecordingHandler;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteContext;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@EnabledIfNpmServers
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractEverythingServerTests {

	private final RecordingHandler notifications = new RecordingHandler();

	private final AtomicReference<CreateMessageRequest> sampled = new AtomicReference<>();

	private final AtomicReference<ElicitFormRequest> asked = new AtomicReference<>();

	private final AtomicReference<ElicitUrlRequest> visited = new AtomicReference<>();

	private EverythingTransport.Running running;

	private McpServer server;

	private final EverythingTransport transport;

	AbstractEverythingServerTests(EverythingTransport transport) {
		this.transport = transport;
	}

	@BeforeAll
	void connect() throws IOException {
		this.running = this.transport.start();
		this.server = McpServer.builder(this.running.settings())
			.name("everything")
			.notificationHandler(this.notifications)
			.samplingHandler(this::sample)
			.formElicitationHandler(this::fillIn)
			.urlElicitationHandler(this::visit)
			.roots((name) -> List.of(new Root("file:///srv/files", "Files")))
			.build();
		this.server.connect();
	}

	@AfterAll
	void close() {
		this.server.close();
		this.running.close();
	}

	private CreateMessageResult sample(String serverName, CreateMessageRequest request) {
		this.sampled.set(request);
		return CreateMessageResult.builder(Role.ASSISTANT, "Forty-two", "a-model").build();
	}

	private ElicitResult fillIn(String serverName, ElicitFormRequest request) {
		this.asked.set(request);
		return new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("name", "Ada", "integer", 7));
	}

	private ElicitResult visit(String serverName, ElicitUrlRequest request) {
		this.visited.set(request);
		return new ElicitResult(ElicitResult.Action.ACCEPT, null);
	}

	private CallToolResult call(String tool, Map<String, ?> arguments) {
		CallToolResult result = this.server.callTool(tool, arguments);
		assertThat(result.isError()).isNotEqualTo(Boolean.TRUE);
		return result;
	}

	private static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@Test
	void connectingTellsWhoTheServerIs() {
		McpServerInfo info = this.server.info().orElseThrow();
		assertThat(info.name()).isEqualTo("mcp-servers/everything");
		assertThat(info.version()).isEqualTo("2.0.0");
		assertThat(info.instructions()).isPresent();
		assertThat(info.protocolVersion()).isEqualTo("2025-11-25");
		assertThat(info.capabilities().tools().listChanged()).isTrue();
		assertThat(info.capabilities().resources().subscribe()).isTrue();
		assertThat(this.server.status().state()).isEqualTo(McpServerStatus.State.CONNECTED);
	}

	@Test
	void onlyStreamableHttpHasASessionId() {
		assertThat(this.server.sessionId().isPresent())
			.isEqualTo(this.transport == EverythingTransport.STREAMABLE_HTTP);
	}

	@Test
	void pingIsAnswered() {
		this.server.ping();
	}

	@Test
	void toolsAreListedWithSchemasAndAnnotations() {
		List<Tool> tools = this.server.listTools();
		assertThat(tools).extracting(Tool::name)
			.contains("echo", "get-sum", "get-roots-list", "trigger-sampling-request", "trigger-elicitation-request",
					"trigger-url-elicitation");
		Tool structured = tools.stream()
			.filter((tool) -> tool.name().equals("get-structured-content"))
			.findAny()
			.orElseThrow();
		assertThat(structured.inputSchema()).containsEntry("required", List.of("location"));
		assertThat(structured.outputSchema()).containsKey("properties");
		assertThat(structured.annotations().readOnlyHint()).isTrue();
		assertThat(this.server.cachedTools()).contains(tools);
	}

	@Test
	void textContent() {
		assertThat(text(call("echo", Map.of("message", "Grüße, 世界 😀")))).isEqualTo("Echo: Grüße, 世界 😀");
	}

	@Test
	void annotatedContent() {
		CallToolResult result = call("get-annotated-message", Map.of("messageType", "error", "includeImage", true));
		TextContent text = (TextContent) result.content().get(0);
		assertThat(text.annotations().priority()).isEqualTo(1.0);
		assertThat(text.annotations().audience()).containsExactly(Role.USER, Role.ASSISTANT);
		assertThat(result.content().get(1)).isInstanceOf(ImageContent.class);
	}

	@Test
	void imageContent() {
		ImageContent image = (ImageContent) call("get-tiny-image", null).content().get(1);
		assertThat(image.mimeType()).isEqualTo("image/png");
		assertThat(image.data()).startsWith("iVBORw0KGgo");
	}

	@Test
	void resourceLinks() {
		CallToolResult result = call("get-resource-links", Map.of("count", 3));
		assertThat(result.content().subList(1, 4)).hasOnlyElementsOfType(ResourceLink.class);
		ResourceLink link = (ResourceLink) result.content().get(1);
		assertThat(link.uri()).isEqualTo("demo://resource/dynamic/blob/1");
		assertThat(link.mimeType()).isEqualTo("text/plain");
	}

	@Test
	void embeddedTextResource() {
		CallToolResult result = call("get-resource-reference", Map.of("resourceType", "Text", "resourceId", 2));
		TextResourceContents contents = (TextResourceContents) ((EmbeddedResource) result.content().get(1)).resource();
		assertThat(contents.uri()).isEqualTo("demo://resource/dynamic/text/2");
		assertThat(contents.text()).startsWith("Resource 2");
	}

	@Test
	void embeddedBlobResource() {
		CallToolResult result = call("get-resource-reference", Map.of("resourceType", "Blob", "resourceId", 2));
		assertThat(((EmbeddedResource) result.content().get(1)).resource()).isInstanceOf(BlobResourceContents.class);
	}

	@Test
	void structuredContent() {
		assertThat(call("get-structured-content", Map.of("location", "Chicago")).structuredContent())
			.isEqualTo(Map.of("temperature", 36, "conditions", "Light rain / drizzle", "humidity", 82));
	}

	@Test
	void invalidArgumentsAreAResultAndNoException() {
		CallToolResult result = this.server.callTool("get-sum", Map.of("a", "one"));
		assertThat(result.isError()).isTrue();
		assertThat(text(result)).contains("Invalid arguments");
	}

	@Test
	void progressIsToldToTheCallersListenerBeforeTheCallReturns() {
		List<ProgressNotification> heard = new ArrayList<>();
		Thread caller = Thread.currentThread();
		this.server.callTool(ToolCall.builder("trigger-long-running-operation")
			.arguments(Map.of("duration", 0.1, "steps", 4))
			.progressListener((progress) -> {
				assertThat(Thread.currentThread()).isSameAs(caller);
				heard.add(progress);
			})
			.build());
		assertThat(heard).extracting(ProgressNotification::progress).containsExactly(1.0, 2.0, 3.0, 4.0);
		assertThat(heard).extracting(ProgressNotification::total).containsOnly(4.0);
	}

	@Test
	void progressIsToldToTheNotificationHandler() {
		this.server.callTool(ToolCall.builder("trigger-long-running-operation")
			.arguments(Map.of("duration", 0.1, "steps", 3))
			.meta(Map.of("progressToken", "mine"))
			.build());
		Eventually
			.that(() -> assertThat(this.notifications.progress).filteredOn((it) -> "mine".equals(it.progressToken()))
				.extracting(ProgressNotification::progress)
				.containsExactly(1.0, 2.0, 3.0));
	}

	@Test
	void samplingIsAnsweredByTheHandler() {
		CallToolResult result = call("trigger-sampling-request", Map.of("prompt", "the question", "maxTokens", 17));
		assertThat(text(result)).contains("Forty-two", "a-model");
		assertThat(this.sampled.get().maxTokens()).isEqualTo(17);
		assertThat(this.sampled.get().systemPrompt()).isEqualTo("You are a helpful test server.");
		assertThat(((TextContent) this.sampled.get().messages().get(0).content()).text()).contains("the question");
	}

	@Test
	void aFormIsFilledInByTheHandler() {
		CallToolResult result = call("trigger-elicitation-request", null);
		assertThat(((TextContent) result.content().get(1)).text()).contains("Name: Ada", "Favorite Integer: 7");
		assertThat(this.asked.get().message()).isEqualTo("Please provide inputs for the following fields:");
		assertThat(this.asked.get().requestedSchema()).containsEntry("required", List.of("name"));
	}

	@Test
	void aUrlIsVisitedByTheHandler() {
		CallToolResult result = call("trigger-url-elicitation",
				Map.of("url", "https://example.com/login", "message", "Please log in", "elicitationId", "id-1"));
		assertThat(text(result)).contains("completed the URL elicitation flow");
		assertThat(this.visited.get().url()).isEqualTo("https://example.com/login");
		assertThat(this.visited.get().message()).isEqualTo("Please log in");
		assertThat(this.visited.get().elicitationId()).isEqualTo("id-1");
	}

	@Test
	void aUrlThatHasToBeVisitedFirstIsAnExceptionOfItsOwn() {
		assertThatExceptionOfType(McpUrlElicitationRequiredException.class)
			.isThrownBy(() -> this.server.callTool("trigger-url-elicitation",
					Map.of("url", "https://example.com/first", "errorPath", true)))
			.satisfies((ex) -> {
				assertThat(ex.code()).isEqualTo(-32042);
				assertThat(ex.data().orElseThrow().toString()).contains("https://modelcontextprotocol.io");
			})
			.withMessageContaining("MCP server 'everything'");
	}

	@Test
	void rootsAreGivenToTheServer() {
		assertThat(text(call("get-roots-list", null))).contains("Files", "file:///srv/files");
	}

	@Test
	void resourcesAreListed() {
		assertThat(this.server.listResources(null).resources()).extracting(Resource::uri)
			.contains("demo://resource/static/document/architecture.md");
	}

	@Test
	void resourceTemplatesAreListed() {
		assertThat(this.server.listResourceTemplates(null).resourceTemplates())
			.extracting(ResourceTemplate::uriTemplate)
			.contains("demo://resource/dynamic/text/{resourceId}");
	}

	@Test
	void textResourceIsRead() {
		assertThat(this.server.readResource("demo://resource/static/document/architecture.md").contents())
			.singleElement()
			.isInstanceOfSatisfying(TextResourceContents.class, (contents) -> {
				assertThat(contents.mimeType()).isEqualTo("text/markdown");
				assertThat(contents.text()).contains("Everything Server");
			});
	}

	@Test
	void blobResourceIsRead() {
		assertThat(this.server.readResource("demo://resource/dynamic/blob/1").contents()).singleElement()
			.isInstanceOf(BlobResourceContents.class);
	}

	@Test
	void unknownResourceIsAJsonRpcErrorWithItsCode() {
		assertThatExceptionOfType(McpProtocolException.class)
			.isThrownBy(() -> this.server.readResource("demo://resource/none"))
			.satisfies((ex) -> assertThat(ex.code()).isEqualTo(-32602))
			.withMessageContaining("MCP server 'everything': answered resources/read with error -32602");
	}

	@Test
	void updatesOfASubscribedResourceArrive() {
		String uri = "demo://resource/dynamic/text/7";
		this.server.subscribe(uri);
		call("toggle-subscriber-updates", null);
		Eventually.that(() -> assertThat(this.notifications.updated).contains(uri));
		call("toggle-subscriber-updates", null);
		this.server.unsubscribe(uri);
	}

	@Test
	void aChangedListOfResourcesIsToldToTheNotificationHandler() {
		this.notifications.changed.clear();
		call("gzip-file-as-resource", Map.of("name", "hello.gz", "data", "data:text/plain,hello"));
		Eventually.that(() -> assertThat(this.notifications.changed).contains(RecordingHandler.RESOURCES));
		assertThat(this.server.listResources(null).resources()).extracting(Resource::uri)
			.contains("demo://resource/session/hello.gz");
	}

	@Test
	void promptsAreListed() {
		assertThat(this.server.listPrompts()).extracting(Prompt::name)
			.contains("simple-prompt", "args-prompt", "completable-prompt", "resource-prompt");
	}

	@Test
	void promptWithArguments() {
		GetPromptResult prompt = this.server.getPrompt("args-prompt", Map.of("city", "Zürich", "state", "ZH"));
		assertThat(((TextContent) prompt.messages().get(0).content()).text())
			.isEqualTo("What's weather in Zürich, ZH?");
	}

	@Test
	void promptWithoutArguments() {
		assertThat(this.server.getPrompt("simple-prompt", null).messages()).singleElement()
			.satisfies((message) -> assertThat(message.role()).isEqualTo(Role.USER));
	}

	@Test
	void promptWithAnEmbeddedResource() {
		GetPromptResult prompt = this.server.getPrompt("resource-prompt",
				Map.of("resourceType", "Text", "resourceId", "1"));
		assertThat(prompt.messages().get(1).content()).isInstanceOf(EmbeddedResource.class);
	}

	@Test
	void argumentOfAPromptIsCompleted() {
		CompleteRequest request = new CompleteRequest(new PromptReference("completable-prompt"),
				new CompleteArgument("name", "A"), new CompleteContext(Map.of("department", "Engineering")));
		assertThat(this.server.complete(request).completion().values()).containsExactly("Alice");
	}

	@Test
	void variableOfAResourceTemplateIsCompleted() {
		CompleteRequest request = new CompleteRequest(
				new ResourceReference("demo://resource/dynamic/text/{resourceId}"),
				new CompleteArgument("resourceId", "5"));
		assertThat(this.server.complete(request).completion().values()).containsExactly("5");
	}

	@Test
	void logMessagesArrive() {
		this.server.loggingLevel(LoggingLevel.DEBUG);
		call("toggle-simulated-logging", null);
		Eventually.that(() -> assertThat(this.notifications.logs)
			.anyMatch((log) -> String.valueOf(log.data()).contains("evel")));
		call("toggle-simulated-logging", null);
	}

	@Test
	void callersAtOnceGetTheirOwnReplies() {
		List<CompletableFuture<String>> replies = IntStream.range(0, 200)
			.mapToObj((i) -> this.server.async()
				.callTool("echo", Map.of("message", "number " + i))
				.map(AbstractEverythingServerTests::text)
				.toFuture())
			.toList();
		assertThat(replies).extracting(CompletableFuture::join)
			.containsExactlyElementsOf(IntStream.range(0, 200).mapToObj((i) -> "Echo: number " + i).toList());
	}

	@Test
	void aCallThatTakesTooLongFailsAndTheNextOneWorks() {
		ToolCall call = ToolCall.builder("trigger-long-running-operation")
			.arguments(Map.of("duration", 60, "steps", 1))
			.timeout(Duration.ofMillis(200))
			.build();
		assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> this.server.callTool(call))
			.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isTrue())
			.withMessageMatching("MCP server 'everything': no answer to tools/call within \\d+ ms");
		assertThat(text(call("echo", Map.of("message", "still here")))).isEqualTo("Echo: still here");
	}

}
