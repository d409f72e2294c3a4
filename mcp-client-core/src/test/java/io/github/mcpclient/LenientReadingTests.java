package io.github.mcpclient;

import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What servers say that they should not, and what newer ones say.
 */
class LenientReadingTests {

	private static final String OK = "{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}";

	private final RecordingHandler notifications = new RecordingHandler();

	private McpServer server(Script script) {
		return McpServer.builder(script.settings().build())
			.name("scripted")
			.notificationHandler(this.notifications)
			.build();
	}

	private CallToolResult call(String... said) {
		try (McpServer server = server(new Script().on("tools/call", said))) {
			return server.callTool("any", null);
		}
	}

	private static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Server started", "", " ", "{", "[]", "{}", "null", "\"text\"", "{\"jsonrpc\":\"2.0\"}",
			"{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{}}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}",
			"{\"id\":99999999999999999999,\"result\":{}}", "{\"id\":1.5,\"result\":{}}", "\uFFFD" })
	void aLineThatIsNoMessageForAnybodyIsSkipped(String line) {
		assertThat(text(call(line, Script.result(OK)))).isEqualTo("ok");
	}

	@Test
	void outputBeforeTheHandshakeIsSkipped() {
		try (McpServer server = server(new Script().onStart(" :: Spring Boot :: ", "", "{not json}"))) {
			server.ping();
		}
	}

	@Test
	void replyWithAnotherOrderOfMembersAndUnknownOnes() {
		assertThat(text(call("{\"result\":" + OK + ",\"x\":{\"id\":7},\"id\":$id,\"jsonrpc\":\"2.0\"}")))
			.isEqualTo("ok");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"id\":$id,\"result\":%s,\"error\":null}", "{\"id\":$id,\"error\":null,\"result\":%s}",
			"{\"error\":null,\"result\":%s,\"id\":$id}" })
	void replyWithANullError(String reply) {
		assertThat(text(call(reply.formatted(OK)))).isEqualTo("ok");
	}

	@Test
	void errorWithANullResult() {
		assertThatExceptionOfType(McpProtocolException.class)
			.isThrownBy(() -> call("{\"id\":$id,\"result\":null,\"error\":{\"code\":-5,\"message\":\"no\"}}"))
			.withMessage("MCP server 'scripted': answered tools/call with error -5: no");
	}

	@Test
	void errorWithoutCodeAndMessage() {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> call("{\"id\":$id,\"error\":{}}"))
			.withMessageStartingWith("MCP server 'scripted': answered tools/call with error 0");
	}

	@Test
	void errorWithData() {
		assertThatExceptionOfType(McpProtocolException.class)
			.isThrownBy(
					() -> call("{\"id\":$id,\"error\":{\"code\":-1,\"message\":\"no\",\"data\":{\"retry\":[1,2]}}}"))
			.satisfies((ex) -> assertThat(ex.data().orElseThrow()).hasToString("{retry=[1, 2]}"));
	}

	@Test
	void nullResult() {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> call("{\"id\":$id,\"result\":null}"))
			.withMessage("MCP server 'scripted': answered tools/call without a result");
	}

	@Test
	void resultOfAnotherType() {
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> call(Script.result("[1]")))
			.withMessageStartingWith("MCP server 'scripted': answered tools/call with something else than a ");
	}

	@Test
	void resultWithUnknownMembers() {
		assertThat(text(call(Script.result(
				"{\"future\":{\"a\":[1]},\"content\":" + "[{\"type\":\"text\",\"text\":\"ok\",\"tone\":\"warm\"}]}"))))
			.isEqualTo("ok");
	}

	@Test
	void logMessageWhoseDataIsNoText() {
		try (McpServer server = server(new Script().on("tools/call",
				Script.notification("notifications/message", "{\"level\":\"info\",\"data\":{\"a\":1}}"),
				Script.result(OK)))) {
			server.callTool("any", null);
			Eventually.that(() -> assertThat(this.notifications.logs).hasSize(1));
		}
	}

	@Test
	void messageThatIsTooLongFailsTheRequestThatItAnswers() {
		Script script = new Script().on("tools/call", Script.text("x".repeat(90_000)));
		try (McpServer server = McpServer.builder(script.settings().maxMessageSize(50_000).build())
			.name("scripted")
			.build()) {
			assertThatExceptionOfType(McpClientException.class).isThrownBy(() -> server.callTool("any", null))
				.withMessageStartingWith("MCP server 'scripted': ");
			server.ping();
			assertThat(server.status().connects()).isEqualTo(1);
		}
	}

}
