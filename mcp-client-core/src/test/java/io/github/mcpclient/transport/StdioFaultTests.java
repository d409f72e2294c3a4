package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.ToolCall;
import io.github.mcpclient.test.ChildJvm;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.LogOf;
import io.github.mcpclient.test.MisbehavingServer;
import io.github.mcpclient.test.RoundTrip;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What servers over stdio do wrong, and what their users see of it. The timeouts of the
 * calls are far beyond what a test may take, so that none passes by one.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StdioFaultTests {

	private static final int MEBIBYTE = 1024 * 1024;

	private final List<McpServer> servers = new ArrayList<>();

	@AfterEach
	void closeServers() {
		this.servers.forEach(McpServer::close);
	}

	@Test
	void commandThatDoesNotExistFailsConnectAndNamesServerAndCommand() {
		McpServer server = server(StdioTransportSettings.command("no-such-command"));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::connect)
			.withMessage("MCP server 'faulty': the command 'no-such-command' does not exist; "
					+ "check its spelling and the PATH");
		assertThat(server.status().state()).isEqualTo(McpServerStatus.State.FAILED);
	}

	@Test
	void exitAtStartFailsConnectWithExitCodeAndLastLinesOnStderr() {
		McpServer server = misbehaving("exit");
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::connect)
			.withMessage("MCP server 'faulty': the process exited with code 3; "
					+ "last on stderr: no configuration found | giving up");
	}

	@Test
	void deathInACallFailsAllPendingCallsAndTheNextOneWorks() throws Exception {
		McpServer server = misbehaving();
		server.connect();
		ExecutorService callers = Executors.newCachedThreadPool();
		try {
			List<Future<CallToolResult>> pending = List.of(callers.submit(() -> call(server, "never", "")),
					callers.submit(() -> call(server, "never", "")));
			assertThat(textOf(server, "echo", "alive")).isEqualTo("alive");
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(server, "die", "7"))
				.withMessageContaining("exited with code 7; last on stderr: out of luck")
				.matches(McpClientException::outcomeUnknown);
			for (Future<CallToolResult> call : pending) {
				assertThat(call).failsWithin(Duration.ofMinutes(1))
					.withThrowableThat()
					.withMessageContaining("exited with code 7; last on stderr: out of luck");
			}
		}
		finally {
			callers.shutdownNow();
		}
		assertThat(textOf(server, "echo", "alive again")).isEqualTo("alive again");
		assertThat(server.status().connects()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "banner", "byte-order-mark" })
	void outputBeforeTheFirstMessageIsSkipped(String output) {
		McpServer server = misbehaving(output);
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
	}

	@Test
	void whatIsNoMessageIsLoggedAtWarnOnceThenAtDebug() {
		McpServer server = misbehaving();
		server.connect();
		try (LogOf log = new LogOf("mcp.server.faulty")) {
			assertThat(textOf(server, "garbage", "Listening on stdio")).isEqualTo("done");
			assertThat(textOf(server, "garbage", "")).isEqualTo("done");
			assertThat(textOf(server, "garbage", "[]")).isEqualTo("done");
			assertThat(log.warnings()).singleElement().asString().contains("Skipped");
			assertThat(log.debugMessages()).anyMatch((message) -> message.contains("Listening on stdio"))
				.anyMatch((message) -> message.contains("Skipped"));
		}
	}

	@Test
	void repliesReachTheirCallersWhenManyThreadsCall() throws Exception {
		int threads = 64;
		int calls = 20_000;
		McpServer server = misbehaving();
		server.connect();
		ExecutorService callers = Executors.newFixedThreadPool(threads);
		try {
			List<Callable<Void>> work = new ArrayList<>();
			for (int i = 0; i < calls; i++) {
				String text = "call " + i;
				work.add(() -> {
					assertThat(textOf(server, "echo", text)).isEqualTo(text);
					return null;
				});
			}
			for (Future<Void> call : callers.invokeAll(work)) {
				call.get();
			}
		}
		finally {
			callers.shutdownNow();
		}
		assertThat(server.status().connects()).isEqualTo(1);
	}

	@Test
	void replyOfTenMebibytesArrives() {
		McpServer server = misbehaving();
		assertThat(textOf(server, "large", String.valueOf(10 * MEBIBYTE))).hasSize(10 * MEBIBYTE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "large", "large-id-last" })
	void replyThatIsTooLargeFailsItsCallOnly(String tool) throws Exception {
		McpServer server = server(MisbehavingServer.settings().maxMessageSize(MEBIBYTE));
		server.connect();
		ExecutorService callers = Executors.newCachedThreadPool();
		try {
			Future<CallToolResult> other = callers.submit(() -> call(server, "never", ""));
			assertThatExceptionOfType(McpProtocolException.class)
				.isThrownBy(() -> call(server, tool, String.valueOf(3 * MEBIBYTE)))
				.withMessageContaining("longer than the 1048576 bytes that maxMessageSize allows")
				.matches(McpClientException::outcomeUnknown);
			assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
			assertThat(other).isNotDone();
		}
		finally {
			callers.shutdownNow();
		}
		assertThat(server.status().connects()).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "large-notification, notifications/other", "large-garbage, not JSON" })
	void whatIsTooLargeAndNoReplyIsSkipped(String tool, String logged) {
		McpServer server = server(MisbehavingServer.settings().maxMessageSize(MEBIBYTE));
		try (LogOf log = new LogOf("mcp.server.faulty")) {
			assertThat(textOf(server, tool, String.valueOf(3 * MEBIBYTE))).isEqualTo("done");
			assertThat(log.warnings()).singleElement().asString().contains("Skipped").contains(logged);
		}
	}

	@Test
	void replyInAnotherEncodingFailsItsCallOnly() {
		McpServer server = misbehaving();
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> call(server, "invalid-utf-8", ""))
			.withMessageContaining("not valid UTF-8");
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ISO-8859-1", "windows-1252", "US-ASCII" })
	void anyTextReachesAServerWithAnEncodingThatLacksItsCharacters(String encoding) {
		McpServer server = server(MisbehavingServer.settings().encoding(Charset.forName(encoding)));
		String text = "caf\u00E9 \u6F22\u5B57 \uD83D\uDE00";
		assertThat(textOf(server, "echo", text)).isEqualTo(text);
	}

	@Test
	void environmentOfTheApplicationIsVisibleOnlyWhereAskedFor() throws Exception {
		assertThat(output(Map.of("MY_SECRET", "s3cret"), "environment")).isEqualTo("NONE=null SAFE=null ALL=s3cret");
	}

	@Test
	void emojiAndCjkSurviveAPlatformWithoutThem() throws Exception {
		assertThat(output(Map.of("LC_ALL", "C"), "text")).isEqualTo("exact");
	}

	@Test
	void megabytesOnStderrWithoutALineEndBlockNobody() {
		McpServer server = misbehaving();
		assertThat(textOf(server, "flood-stderr", String.valueOf(4 * MEBIBYTE))).isEqualTo("done");
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(server, "die", "1"))
			.satisfies((failure) -> assertThat(failure.getMessage()).endsWith("xxx").hasSizeLessThan(20_000));
	}

	@Test
	void linesOnStderrAreLoggedAtDebugAndTheLastOnesKept() {
		McpServer server = misbehaving();
		server.connect();
		try (LogOf log = new LogOf("mcp.server.faulty.stderr")) {
			assertThat(textOf(server, "chatter-on-stderr", "10000")).isEqualTo("done");
			Eventually.until(() -> log.debugMessages().size() == 10_000);
		}
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(server, "die", "1"))
			.withMessageEndingWith("last on stderr: " + "line | ".repeat(9) + "out of luck");
	}

	@Test
	void closedStdoutIsALostConnection() {
		McpServer server = misbehaving();
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> call(server, "close-stdout", ""))
			.withMessageContaining("the process closed its stdout");
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
		assertThat(server.status().connects()).isEqualTo(2);
	}

	@Test
	void closedStderrChangesNothing() {
		McpServer server = misbehaving();
		assertThat(textOf(server, "close-stderr", "")).isEqualTo("done");
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
		assertThat(server.status().connects()).isEqualTo(1);
	}

	@Test
	void serverThatDoesNotReadMakesCallersTimeOutAndLosesWhatTheyGaveUp(@TempDir Path directory) throws Exception {
		Path hears = directory.resolve("hears");
		McpServer server = misbehaving();
		server.connect();
		assertThat(textOf(server, "be-deaf-until-exists", hears.toString())).isEqualTo("done");
		List<McpTimeoutException> timeouts = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			timeouts.add(timeoutOf(server, "x".repeat(8 * 1024)));
		}
		timeouts.add(timeoutOf(server, "x".repeat(MEBIBYTE)));
		assertThat(timeouts.get(0).outcomeUnknown()).isTrue();
		assertThat(timeouts.get(30).outcomeUnknown()).isFalse();
		Files.createFile(hears);
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
		assertThat(textOf(server, "largest-line", ""))
			.satisfies((size) -> assertThat(Integer.parseInt(size)).isLessThan(MEBIBYTE));
		assertThat(server.status().connects()).isEqualTo(1);
	}

	@Test
	void serverThatDoesNotReadCanBeClosed(@TempDir Path directory) throws Exception {
		McpServer server = misbehaving();
		server.connect();
		assertThat(textOf(server, "be-deaf-until-exists", directory.resolve("never").toString())).isEqualTo("done");
		ExecutorService callers = Executors.newCachedThreadPool();
		try {
			Future<CallToolResult> blocked = callers.submit(() -> call(server, "echo", "x".repeat(MEBIBYTE)));
			Future<CallToolResult> queued = callers.submit(() -> call(server, "echo", "x".repeat(MEBIBYTE)));
			Eventually.until(() -> threads().contains("mcp-stdin-faulty"));
			server.close();
			assertThat(blocked).failsWithin(Duration.ofMinutes(1)).withThrowableThat().withMessageContaining("closed");
			assertThat(queued).failsWithin(Duration.ofMinutes(1)).withThrowableThat().withMessageContaining("closed");
		}
		finally {
			callers.shutdownNow();
		}
		Eventually.that(() -> assertThat(threads()).noneMatch((name) -> name.endsWith("-faulty")));
	}

	@Test
	void callsNeedNoOtherThreadWhileAnEarlierOneIsUnanswered() throws Exception {
		McpServer server = misbehaving();
		server.connect();
		ExecutorService callers = Executors.newCachedThreadPool();
		try {
			callers.submit(() -> call(server, "never", ""));
			for (int i = 0; i < 1000; i++) {
				assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
			}
			assertThat(threads()).contains("mcp-stdout-faulty").doesNotContain("mcp-stdin-faulty");
		}
		finally {
			callers.shutdownNow();
		}
	}

	@Test
	void largeArgumentsArriveWhole() {
		McpServer server = misbehaving();
		String text = "x".repeat(MEBIBYTE);
		assertThat(textOf(server, "echo", text)).isEqualTo(text);
	}

	@Test
	void requestsDuringInitializeAreAnswered() {
		McpServer server = misbehaving("ask-in-initialize");
		assertThat(textOf(server, "echo", "hello")).isEqualTo("hello");
	}

	@Test
	void requestsInsideACallAreAnsweredAndUnsupportedOnesRefused() {
		McpServer server = misbehaving();
		assertThat(textOf(server, "ask", "ping")).contains("'result':{}");
		assertThat(textOf(server, "ask", "roots/list")).contains("'code':-32601");
		assertThat(textOf(server, "ask", "sampling/createMessage")).contains("'code':-32601");
		assertThat(textOf(server, "ask", "elicitation/create")).contains("'code':-32601");
		assertThat(textOf(server, "ask", "no/such/method")).contains("'code':-32601");
	}

	private McpTimeoutException timeoutOf(McpServer server, String text) {
		ToolCall call = ToolCall.builder("echo")
			.arguments(Map.of("value", text))
			.timeout(Duration.ofMillis(50))
			.build();
		return catchThrowableOfType(McpTimeoutException.class, () -> server.callTool(call));
	}

	private McpServer misbehaving(String... flags) {
		return server(MisbehavingServer.settings(flags));
	}

	private McpServer server(StdioTransportSettings.Builder settings) {
		McpServer server = McpServer.builder(settings.build())
			.name("faulty")
			.initializationTimeout(Duration.ofMinutes(5))
			.toolTimeout(Duration.ofMinutes(5))
			.build();
		this.servers.add(server);
		return server;
	}

	private static CallToolResult call(McpServer server, String tool, String value) {
		return server.callTool(tool, Map.of("value", value));
	}

	private static String textOf(McpServer server, String tool, String value) {
		return ((TextContent) call(server, tool, value).content().get(0)).text();
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
	}

	private static String output(Map<String, String> environment, String what) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(ChildJvm.command(RoundTrip.class, List.of(what)));
		builder.environment().putAll(environment);
		Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
		String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return printed.substring(printed.indexOf("RESULT ") + "RESULT ".length()).strip();
	}

}
