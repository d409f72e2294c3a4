package io.github.mcpclient;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.InMemoryServer;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(60)
class ToolCallBehaviourTests {

	private static final String SECRET = "s3cr3t";

	private final InMemoryServer server = new InMemoryServer("a", "x");

	private McpTools tools(Consumer<McpTools.Builder> customizer) {
		McpTools.Builder builder = McpTools.builder(List.of(this.server));
		customizer.accept(builder);
		return builder.build();
	}

	private McpTools tools() {
		return tools((builder) -> {
		});
	}

	private ToolOutput callForModel(String arguments) {
		return tools().callForModel("mcp_a__x", arguments, CallContext.empty());
	}

	private ToolOutput output(CallToolResult.Builder result) {
		this.server.onCall((call) -> result.build());
		return callForModel("{}");
	}

	@ParameterizedTest
	@Behaviour("H7")
	@NullSource
	@ValueSource(strings = { "", " \n", "{}", " { } " })
	void noTextIsNoArguments(String text) {
		assertThat(callForModel(text).asText()).isEqualTo("x done");
		assertThat(this.server.calls()).extracting(ToolCall::arguments).containsExactly(Map.of());
	}

	@Test
	@Behaviour("H7")
	void argumentsReachTheServerAsTheModelWroteThem() {
		callForModel(
				"{\"s\":\"t\",\"n\":null,\"i\":9007199254740993,\"d\":0.1000000000000000000001,\"l\":[{\"a\":true}]}");
		Map<String, Object> arguments = this.server.calls().get(0).arguments();
		assertThat(arguments).containsEntry("s", "t")
			.containsEntry("n", null)
			.containsEntry("i", 9007199254740993L)
			.containsEntry("d", new BigDecimal("0.1000000000000000000001"))
			.containsEntry("l", List.of(Map.of("a", true)));
	}

	@ParameterizedTest
	@Behaviour("H7")
	@ValueSource(
			strings = { "{", "{} {}", "{'a':1}", "{\"a\":" + SECRET + "}", "nonsense", "{\"a\":NaN}", "{\"a\":1,}" })
	void malformedArgumentsAreAnErrorThatTheModelCanReadWithoutACall(String text) {
		ToolOutput output = callForModel(text);
		assertThat(output.isError()).isTrue();
		assertThat(output.asText()).contains("refused", "'x'", "malformed JSON", "Correct the arguments")
			.doesNotContain(SECRET);
		assertThatExceptionOfType(McpInvalidArgumentsException.class)
			.isThrownBy(() -> tools().call("mcp_a__x", text, CallContext.empty()))
			.withMessageNotContaining(SECRET)
			.withNoCause();
		assertThat(this.server.calls()).isEmpty();
	}

	@ParameterizedTest
	@Behaviour("H7")
	@ValueSource(strings = { "[]", "null", "1", "\"" + SECRET + "\"", "true" })
	void argumentsThatAreNoObjectAreAnErrorThatTheModelCanReadWithoutACall(String text) {
		ToolOutput output = callForModel(text);
		assertThat(output.isError()).isTrue();
		assertThat(output.asText()).contains("refused", "'x'", "no object").doesNotContain(SECRET);
		assertThat(this.server.calls()).isEmpty();
	}

	@Test
	@Behaviour("H8")
	void aBlockAloneStandsForItself() {
		ToolOutput output = output(CallToolResult.builder().addTextContent("one"));
		assertThat(output.blocks()).containsExactly(new ToolOutput.Text("one"));
		assertThat(output.asText()).isEqualTo("one");
		assertThat(output.isError()).isFalse();
	}

	@Test
	@Behaviour("H8")
	void noBlocksAreEmpty() {
		ToolOutput output = output(CallToolResult.builder());
		assertThat(output.blocks()).isEmpty();
		assertThat(output.asText()).isEmpty();
		assertThat(ToolOutput.of(new CallToolResult(List.of(), false, null, null), true).asText()).isEmpty();
	}

	@Test
	@Behaviour("H8")
	void severalBlocksAreAListWithImagesAsDataUrls() {
		ToolOutput output = output(
				CallToolResult.builder().addTextContent("one").addContent(new ImageContent(null, "aGk=", "image/png")));
		assertThat(output.blocks()).containsExactly(new ToolOutput.Text("one"),
				new ToolOutput.Image("data:image/png;base64,aGk="));
		assertThat(output.asText()).isEqualTo("[{\"type\":\"text\",\"text\":\"one\"},"
				+ "{\"type\":\"image\",\"image_url\":\"data:image/png;base64,aGk=\"}]");
	}

	@Test
	@Behaviour("H8")
	void anImageAloneIsAnObjectInText() {
		ToolOutput output = output(CallToolResult.builder().addContent(new ImageContent(null, "aGk=", "image/png")));
		assertThat(output.asText()).isEqualTo("{\"type\":\"image\",\"image_url\":\"data:image/png;base64,aGk=\"}");
	}

	@Test
	@Behaviour("H8")
	void otherBlocksAreJson() {
		ToolOutput output = output(CallToolResult.builder()
			.addContent(new AudioContent(null, "aGk=", "audio/wav"))
			.addContent(ResourceLink.builder().name("n").uri("file:///n").build()));
		assertThat(output.blocks())
			.extracting((block) -> Json.MAPPER.readValue(((ToolOutput.Text) block).text(), Map.class))
			.containsExactly(Map.of("type", "audio", "data", "aGk=", "mimeType", "audio/wav"),
					Map.of("type", "resource_link", "name", "n", "uri", "file:///n"));
	}

	@Test
	@Behaviour("H8")
	void structuredContentStandsForTheRestWhereThatIsOn() {
		CallToolResult.Builder result = CallToolResult.builder()
			.addTextContent("text")
			.structuredContent(Map.of("sum", 3));
		assertThat(output(result).asText()).isEqualTo("text");
		this.server.structuredContent();
		assertThat(output(result).asText()).isEqualTo("{\"sum\":3}");
	}

	@Test
	@Behaviour("H8")
	void structuredContentThatIsEmptyOrOfAFailureIsNotShown() {
		this.server.structuredContent();
		assertThat(output(CallToolResult.builder().addTextContent("text").structuredContent(Map.of())).asText())
			.isEqualTo("text");
		ToolOutput failed = output(
				CallToolResult.builder().addTextContent("no luck").structuredContent(Map.of("code", 7)).isError(true));
		assertThat(failed.asText()).isEqualTo("no luck");
		assertThat(failed.isError()).isTrue();
	}

	@Test
	@Behaviour("H9")
	void aFailureIsToldByTheServersFunctionElseByTheDefault() {
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		this.server.failingCalls(failure);
		McpTools tools = tools((builder) -> builder
			.failureFunction((server, tool, ex) -> "default: %s %s %s".formatted(server, tool, ex == failure)));
		ToolOutput output = tools.callForModel("mcp_a__x", null, CallContext.empty());
		assertThat(output).isEqualTo(new ToolOutput(List.of(new ToolOutput.Text("default: a x true")), true));
		this.server.failureFunction((server, tool, ex) -> "own");
		assertThat(tools.callForModel("mcp_a__x", null, CallContext.empty()).asText()).isEqualTo("own");
	}

	@Test
	@Behaviour("H9")
	void aFunctionThatTellsNothingRaises() {
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		this.server.failingCalls(failure).failureFunction(FailureFunction.none());
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> callForModel("{}")).isSameAs(failure);
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> callForModel("["));
		McpTools none = tools((builder) -> builder.failureFunction(FailureFunction.none()));
		assertThatIllegalArgumentException().isThrownBy(() -> none.callForModel("gone", null, CallContext.empty()));
	}

	@Test
	@Behaviour("H9")
	void aFunctionThatThrowsRaisesTheFailureItself() {
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		RuntimeException second = new IllegalStateException("on purpose");
		this.server.failingCalls(failure).failureFunction((server, tool, ex) -> {
			throw second;
		});
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> callForModel("{}"))
			.isSameAs(failure)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(second));
	}

	@Test
	@Behaviour({ "E11", "H9" })
	void anInterruptionIsNoTextForTheModel() {
		this.server.failingCalls(new McpInterruptedException("a", "tools/call", true))
			.failureFunction((server, tool, ex) -> "told");
		assertThatExceptionOfType(McpInterruptedException.class).isThrownBy(() -> callForModel("{}"));
	}

	@Test
	@Behaviour("H9")
	void anErrorIsNoTextForTheModel() {
		this.server.onCall((call) -> {
			throw new NoClassDefFoundError("on purpose");
		});
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> callForModel("{}"));
	}

	@Test
	@Behaviour("H15")
	void theDefaultTextSaysWhatWentWrongAndWhetherItMayHaveHappened() {
		this.server.failingCalls(new McpProtocolException("a", "no such file", -32002, null));
		assertThat(callForModel("{}").asText()).isEqualTo("The tool 'x' failed: no such file.");
		this.server.failingCalls(new McpTimeoutException("a", "tools/call", Duration.ofSeconds(1), true));
		assertThat(callForModel("{}").asText()).contains("no answer", "may have taken effect");
	}

	@Test
	@Behaviour({ "D6", "H15" })
	void refusalsByTheFilterReachTheModelWithTheirReason() {
		assertRefused(McpServerPolicy.builder().toolFilter(ToolFilter.of(null, List.of("x"))).build(), "{}", "filter");
	}

	@Test
	@Behaviour({ "G7", "H15" })
	void refusalsOfApprovalReachTheModelWithTheirReason() {
		assertRefused(McpServerPolicy.builder().approval(ApprovalPolicy.always()).build(), "{}", "not approved");
		assertRefused(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalHandler((request) -> Approval.deny("too late in the day"))
			.build(), "{}", "too late in the day");
	}

	@Test
	@Behaviour({ "E1", "H15" })
	void refusalsOfArgumentsReachTheModelWithTheirReason() {
		Map<String, Object> schema = Map.of("type", "object", "properties", Map.of("p", Map.of()), "required",
				List.of("p"));
		this.server.tools(new Tool("x", null, null, schema, null, null, null));
		assertRefused(McpServerPolicy.builder().build(), "{\"q\":\"" + SECRET + "\"}", "p");
	}

	/**
	 * Neither by name nor by entry is there a way around the policy.
	 */
	private void assertRefused(McpServerPolicy policy, String arguments, String reason) {
		McpServer guarded = McpServer.guard(this.server, policy);
		McpTools tools = McpTools.builder(List.of(guarded)).build();
		McpTool entry = tools().list().get(0);
		guarded.listTools();
		for (ToolOutput output : List.of(tools.callForModel(entry.name(), arguments, CallContext.empty()),
				tools.callForModel(entry, arguments, CallContext.empty()))) {
			assertThat(output.isError()).isTrue();
			assertThat(output.asText()).startsWith("The call was refused").contains(reason).doesNotContain(SECRET);
		}
		assertThatExceptionOfType(McpClientException.class)
			.isThrownBy(() -> tools.call(entry.name(), arguments, CallContext.empty()));
		assertThatExceptionOfType(McpClientException.class)
			.isThrownBy(() -> tools.call(entry, arguments, CallContext.empty()));
		assertThat(this.server.calls()).isEmpty();
	}

	@Test
	@Behaviour("H15")
	void payloadsAreToldOnlyWithTheDiagnosticSwitch() {
		McpTools diagnosing = tools((builder) -> builder.recordPayloads(true));
		assertThat(diagnosing.callForModel("mcp_a__x", "[\"" + SECRET + "\"]", CallContext.empty()).asText())
			.contains(SECRET);
		assertThat(diagnosing.callForModel("mcp_a__x", "{" + SECRET, CallContext.empty()).asText()).contains(SECRET);
		this.server.failingCalls(new IllegalStateException("cannot handle " + SECRET));
		assertThat(diagnosing.callForModel("mcp_a__x", "{}", CallContext.empty()).asText()).contains(SECRET);
		assertThat(callForModel("{}").asText()).isEqualTo("The tool 'x' failed.");
	}

	@Test
	@Behaviour("H16")
	void aCallReturnsTheWholeResult() {
		CallToolResult result = new CallToolResult(List.of(), true, Map.of("a", 1), Map.of("m", 2));
		this.server.onCall((call) -> result);
		McpTools tools = tools();
		assertThat(tools.call("mcp_a__x", "{}", CallContext.empty())).isSameAs(result);
		assertThat(tools.call(tools.list().get(0), "{}", CallContext.empty())).isSameAs(result);
	}

	@Test
	@Behaviour("H16")
	void aFailedCallThrows() {
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		this.server.failingCalls(failure);
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> tools().call("mcp_a__x", "{}", CallContext.empty()))
			.isSameAs(failure);
	}

	@Test
	@Behaviour("H16")
	void theContextReachesTheServer() {
		CallContext context = new CallContext("", Optional.of(() -> "ann"), Map.of("k", "v"));
		callForModel("{}");
		tools().callForModel("mcp_a__x", "{}", context);
		assertThat(this.server.calls()).extracting(ToolCall::context).containsExactly(CallContext.empty(), context);
	}

	@Test
	@Behaviour("H9")
	void aToolThatDoesNotExistIsToldToTheModel() {
		ToolOutput output = tools().callForModel("mcp_a__gone", "{}", CallContext.empty());
		assertThat(output.isError()).isTrue();
		assertThat(output.asText()).isEqualTo("There is no tool named 'mcp_a__gone'.");
		assertThatIllegalArgumentException().isThrownBy(() -> tools().call("x", "{}", CallContext.empty()))
			.withMessageContaining("'x'");
	}

	@Test
	@Behaviour("H16")
	void anEntryOfAnotherListIsRefused() {
		McpTool foreign = new McpTool("x", "other", "", Map.of(), false, InMemoryServer.tool("x"));
		assertThatIllegalArgumentException().isThrownBy(() -> tools().callForModel(foreign, "{}", CallContext.empty()))
			.withMessageContaining("'other'");
	}

	@Test
	@Behaviour("H16")
	void callingOnAThreadThatMustNotBlockIsRefusedAndNotToldToTheModel() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Mono.fromCallable(() -> callForModel("{}")).subscribeOn(Schedulers.parallel()).block())
			.withMessageContaining("must not");
		assertThat(this.server.calls()).isEmpty();
	}

}
