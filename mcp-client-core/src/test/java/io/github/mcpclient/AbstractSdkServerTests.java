package io.github.mcpclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.SdkTransport;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Resource;
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
import static org.assertj.core.api.Assumptions.assumeThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractSdkServerTests {

	private final RecordingHandler notifications = new RecordingHandler();

	private SdkTransport.Running running;

	private McpServer server;

	private final SdkTransport transport;

	AbstractSdkServerTests(SdkTransport transport) {
		this.transport = transport;
	}

	@BeforeAll
	void connect() {
		this.running = this.transport.start();
		this.server = McpServer.builder(this.running.settings())
			.name("sdk")
			.policy((policy) -> policy.cacheTools(true))
			.notificationHandler(this.notifications)
			.samplingHandler((name, request) -> CreateMessageResult
				.builder(Role.ASSISTANT, "Answer to " + ((TextContent) request.messages().get(0).content()).text(), "m")
				.build())
			.formElicitationHandler(
					(name, request) -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("name", "Ada")))
			.urlElicitationHandler((name, request) -> new ElicitResult(ElicitResult.Action.DECLINE, null))
			.roots((name) -> List.of(new Root("file:///srv", "srv of " + name)))
			.build();
		this.server.connect();
	}

	@AfterAll
	void close() {
		this.server.close();
		this.running.close();
	}

	private String call(String tool, Map<String, ?> arguments) {
		return text(this.server.callTool(tool, arguments));
	}

	private static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@Test
	@Behaviour("B1")
	void connectingTellsWhoTheServerIs() {
		McpServerInfo info = this.server.info().orElseThrow();
		assertThat(info.name()).isEqualTo("sdk-server");
		assertThat(info.instructions()).contains("Say something to echo");
		assertThat(info.capabilities().completions()).isNotNull();
	}

	@Test
	void onlyStreamableHttpHasASessionId() {
		assertThat(this.server.sessionId().isPresent()).isEqualTo(this.transport == SdkTransport.STREAMABLE_HTTP);
	}

	@Test
	void textOfAnyScriptAndLengthComesBackAsItWas() {
		String text = "Grüße, 世界 😀 \" \\ \n \u2028 ".repeat(10_000);
		assertThat(call("echo", Map.of("text", text))).isEqualTo(text);
	}

	@Test
	void audioAndStructuredContent() {
		CallToolResult result = this.server.callTool("audio", null);
		assertThat(result.content()).singleElement()
			.isInstanceOfSatisfying(AudioContent.class, (audio) -> assertThat(audio.mimeType()).isEqualTo("audio/wav"));
		assertThat(result.structuredContent()).isEqualTo(Map.of("seconds", 1));
	}

	@Test
	void aFailedToolIsAResultAndNoException() {
		CallToolResult result = this.server.callTool("fail", null);
		assertThat(result.isError()).isTrue();
	}

	@Test
	void anUnknownToolIsAJsonRpcError() {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> this.server.callTool("none", null))
			.withMessageStartingWith("MCP server 'sdk': answered tools/call with error -32602")
			.satisfies((ex) -> assertThat(ex.code()).isEqualTo(-32602))
			.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isFalse());
	}

	@Test
	void metaOfACallReachesTheTool() {
		CallToolResult result = this.server
			.callTool(ToolCall.builder("meta").meta(Map.of("tenant", "a", "progressToken", "p")).build());
		assertThat(text(result)).isEqualTo("a");
	}

	@Test
	void progressIsToldInOrderBeforeTheCallReturns() {
		List<ProgressNotification> heard = new ArrayList<>();
		this.server
			.callTool(ToolCall.builder("progress").arguments(Map.of("steps", 20)).progressListener(heard::add).build());
		assertThat(heard).extracting(ProgressNotification::message)
			.startsWith("step 1", "step 2", "step 3")
			.endsWith("step 20")
			.hasSize(20);
	}

	@Test
	void progressIsToldWhileTheCallRuns() {
		// over SSE this server answers the POST, for which the caller waits, when the
		// tool has ended
		assumeThat(this.transport).isNotEqualTo(SdkTransport.SSE);
		Map<String, ?> key = Map.of("key", "progress");
		CallToolResult result = this.server.callTool(
				ToolCall.builder("wait").arguments(key).progressListener((progress) -> call("release", key)).build());
		assertThat(text(result)).isEqualTo("released");
	}

	@Test
	void logMessagesFromTheChosenLevelOnArriveInOrder() {
		this.server.loggingLevel(LoggingLevel.WARNING);
		call("log", Map.of("text", "chosen"));
		Eventually.that(() -> assertThat(this.notifications.logs).filteredOn((log) -> "chosen".equals(log.data()))
			.extracting(LoggingMessageNotification::level)
			.containsExactly(LoggingLevel.WARNING, LoggingLevel.ERROR, LoggingLevel.CRITICAL, LoggingLevel.ALERT,
					LoggingLevel.EMERGENCY));
	}

	@Test
	void samplingIsAnsweredByTheHandler() {
		assertThat(call("sample", Map.of("question", "why?"))).isEqualTo("Answer to why?");
	}

	@Test
	void aFormIsFilledInByTheHandler() {
		assertThat(call("ask", null)).contains("ACCEPT", "Ada");
	}

	@Test
	void aUrlIsVisitedByTheHandler() {
		assertThat(call("visit", null)).isEqualTo("DECLINE");
	}

	@Test
	void rootsAreGivenToTheServer() {
		assertThat(call("roots", null)).contains("file:///srv", "srv of sdk");
	}

	@Test
	void promptIsListedAndRendered() {
		assertThat(this.server.listPrompts()).extracting(Prompt::name).contains("greeting");
		assertThat(this.server.getPrompt("greeting", Map.of("name", "Ada")).messages()).singleElement()
			.satisfies((message) -> assertThat(((TextContent) message.content()).text()).isEqualTo("Greet Ada"));
	}

	@Test
	void resourceIsListedAndRead() {
		assertThat(this.server.listResources(null).resources()).extracting(Resource::uri).contains("test://readme");
		assertThat(this.server.readResource("test://readme").contents()).singleElement()
			.isInstanceOfSatisfying(TextResourceContents.class, (it) -> assertThat(it.text()).isEqualTo("Read me"));
	}

	@Test
	void resourceOfATemplateIsRead() {
		assertThat(this.server.listResourceTemplates(null).resourceTemplates())
			.extracting(ResourceTemplate::uriTemplate)
			.containsExactly("test://greetings/{name}");
		assertThat(this.server.readResource("test://greetings/ada").contents()).singleElement()
			.isInstanceOfSatisfying(TextResourceContents.class,
					(it) -> assertThat(it.text()).isEqualTo("Hello from test://greetings/ada"));
	}

	@Test
	void updatesArriveOnlyWhileSubscribed() {
		this.server.subscribe("test://one");
		this.server.subscribe("test://two");
		this.server.unsubscribe("test://two");
		call("update", Map.of("uri", "test://two"));
		call("update", Map.of("uri", "test://one"));
		Eventually.that(() -> assertThat(this.notifications.updated).contains("test://one"));
		assertThat(this.notifications.updated).doesNotContain("test://two");
	}

	@Test
	void argumentIsCompleted() {
		CompleteRequest request = new CompleteRequest(new PromptReference("greeting"),
				new CompleteArgument("name", "A"));
		assertThat(this.server.complete(request).completion().values()).containsExactly("Ada", "Alan");
	}

	@Test
	void changedListsAreToldToTheHandlerAndMakeTheCachedToolsStale() {
		assertThat(this.server.listTools()).extracting(Tool::name).doesNotContain("new-tool");
		call("change-lists", null);
		Eventually.that(() -> assertThat(this.notifications.changed).contains(RecordingHandler.TOOLS,
				RecordingHandler.PROMPTS, RecordingHandler.RESOURCES));
		assertThat(this.server.listTools()).extracting(Tool::name).contains("new-tool");
	}

	@Test
	void aCallThatWaitsHoldsUpNoOther() throws Exception {
		CompletableFuture<CallToolResult> result = this.server.async()
			.callTool(ToolCall.builder("wait").meta(Map.of("progressToken", "waiting")).build())
			.toFuture();
		Eventually.that(() -> assertThat(this.notifications.progress).extracting(ProgressNotification::progressToken)
			.contains("waiting"));
		call("echo", Map.of("text", "meanwhile"));
		assertThat(result).isNotDone();
		call("release", null);
		assertThat(text(result.get())).isEqualTo("released");
	}

}
