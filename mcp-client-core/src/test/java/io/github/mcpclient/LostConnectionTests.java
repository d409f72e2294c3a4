package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.test.SdkTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class LostConnectionTests {

	private static final ReconnectPolicy QUICKLY = new ReconnectPolicy(true, Duration.ofMillis(10),
			Duration.ofMillis(50), -1);

	private static void killProcessOf(McpServer server) {
		ProcessHandle.of(Long.parseLong(server.info().orElseThrow().version())).orElseThrow().destroyForcibly();
	}

	@Test
	void killingTheProcessFailsTheCallInFlightWithTheExitCodeAndTheNextCallWorks() throws Exception {
		try (SdkTransport.Running running = SdkTransport.STDIO.start();
				McpServer server = McpServer.builder(running.settings()).name("sdk").reconnect(QUICKLY).build()) {
			server.ping();
			CountDownLatch waiting = new CountDownLatch(1);
			CompletableFuture<CallToolResult> call = server.async()
				.callTool(ToolCall.builder("wait").progressListener((progress) -> waiting.countDown()).build())
				.toFuture();
			waiting.await();
			killProcessOf(server);
			Throwable failure = catchThrowableOfType(ExecutionException.class, call::get).getCause();
			assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class,
					(ex) -> assertThat(ex.outcomeUnknown()).isTrue());
			assertThat(failure).hasMessageStartingWith("MCP server 'sdk': the process exited with code 137");
			assertThat(server.callTool("echo", Map.of("text", "back")).content()).hasSize(1);
			assertThat(server.status().connects()).isEqualTo(2);
		}
	}

	@Test
	void aRequestStartedRightAfterTheProcessWasKilledIsSentToTheNextOneOrNamesTheExitCode() {
		try (McpServer server = McpServer.builder(new Script().settings().build()).reconnect(QUICKLY).build()) {
			server.ping();
			killProcessOf(server);
			try {
				server.ping();
			}
			catch (McpConnectionException ex) {
				assertThat(ex).hasMessageContaining("the process exited with code 137");
			}
			server.ping();
			assertThat(server.status().connects()).isEqualTo(2);
		}
	}

	@Test
	void aProcessThatExitsDuringACallIsNamedWithExitCodeAndStderr() {
		try (SdkTransport.Running running = SdkTransport.STDIO.start();
				McpServer server = McpServer.builder(running.settings()).name("sdk").reconnect(QUICKLY).build()) {
			server.ping();
			assertThatExceptionOfType(McpConnectionException.class)
				.isThrownBy(() -> server.callTool("exit", Map.of("code", 3)))
				.withMessage("MCP server 'sdk': the process exited with code 3; last on stderr: leaving with code 3");
			server.ping();
		}
	}

	@Test
	void aProcessThatClosesItsStdoutIsReplaced() {
		Script script = new Script().on("tools/call mute", Script.closeStdout());
		try (McpServer server = McpServer.builder(script.settings().build()).name("mute").reconnect(QUICKLY).build()) {
			server.ping();
			String pid = server.info().orElseThrow().version();
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("mute", null))
				.withMessage("MCP server 'mute': the process closed its stdout");
			server.ping();
			Eventually.until(() -> LeftOvers.ended(pid));
		}
	}

	@Test
	void anIdleServerWhoseProcessExitsIsConnectedAgainInTheBackground() {
		try (McpServer server = McpServer.builder(new Script().settings().build()).reconnect(QUICKLY).build()) {
			server.connect();
			killProcessOf(server);
			Eventually.that(() -> assertThat(server.status().connects()).isEqualTo(2));
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.CONNECTED));
		}
	}

	@Test
	void withoutReconnectingALostServerFails() {
		try (McpServer server = McpServer.builder(new Script().settings().build())
			.name("once")
			.reconnect(ReconnectPolicy.never())
			.build()) {
			server.connect();
			killProcessOf(server);
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.FAILED));
			assertThat(server.status().failure().orElseThrow())
				.hasMessage("MCP server 'once': the process exited with code 137");
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping)
				.withMessage("MCP server 'once': not connected: the process exited with code 137");
			LeftOvers.assertNone("once");
		}
	}

	@Test
	void aServerThatStaysAwayFailsAfterTheLastAttempt(@TempDir Path directory) throws IOException {
		Path marker = directory.resolve("cwd");
		Files.createDirectory(marker);
		ReconnectPolicy twice = new ReconnectPolicy(true, Duration.ofMillis(1), Duration.ofMillis(2), 2);
		Script script = new Script().on("tools/call exit", Script.exit(5));
		try (McpServer server = McpServer.builder(script.settings().cwd(marker).build()).reconnect(twice).build()) {
			server.connect();
			Files.delete(marker);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("exit", null));
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.FAILED));
			assertThat(server.status().failure().orElseThrow()).hasMessageContaining("does not exist");
		}
	}

	@Test
	void aServerThatDiesAfterEachHandshakeIsGivenUp() {
		ReconnectPolicy thrice = new ReconnectPolicy(true, Duration.ofMillis(1), Duration.ofHours(1), 3);
		Script script = new Script().on("notifications/initialized", Script.exit(9));
		try (McpServer server = McpServer.builder(script.settings().build()).reconnect(thrice).build()) {
			server.start();
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.FAILED));
			assertThat(server.status().failure().orElseThrow()).hasMessageContaining("exited with code 9");
			assertThat(server.status().connects()).isBetween(1L, 4L);
		}
	}

	@Test
	void loggingLevelAndSubscriptionsAreRestored(@TempDir Path directory) {
		Path received = directory.resolve("received");
		try (McpServer server = McpServer.builder(new Script().record(received).settings().build())
			.reconnect(QUICKLY)
			.build()) {
			server.loggingLevel(LoggingLevel.ERROR);
			server.subscribe("test://kept");
			server.subscribe("test://dropped");
			server.unsubscribe("test://dropped");
			killProcessOf(server);
			Eventually.that(() -> assertThat(server.status().connects()).isEqualTo(2));
			List<String> lines = linesOfSecondConnection(received);
			assertThat(lines).anyMatch((line) -> line.contains("logging/setLevel") && line.contains("error"));
			assertThat(lines).anyMatch((line) -> line.contains("resources/subscribe") && line.contains("test://kept"));
			assertThat(lines).noneMatch((line) -> line.contains("test://dropped"));
		}
	}

	private static List<String> linesOfSecondConnection(Path received) {
		try {
			List<String> lines = Files.readAllLines(received);
			int second = 0;
			for (int i = 0; i < lines.size(); i++) {
				second = lines.get(i).contains("\"initialize\"") ? i : second;
			}
			return lines.subList(second, lines.size());
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
	}

	@Test
	void closingForgetsLoggingLevelAndSubscriptions(@TempDir Path directory) {
		Path received = directory.resolve("received");
		try (McpServer server = McpServer.builder(new Script().record(received).settings().build()).build()) {
			server.loggingLevel(LoggingLevel.ERROR);
			server.subscribe("test://a");
			server.close();
			server.connect();
			server.ping();
			assertThat(linesOfSecondConnection(received)).hasSize(3)
				.noneMatch((line) -> line.contains("setLevel") || line.contains("subscribe"));
		}
	}

	private static boolean isAnswered(McpServer server) {
		try {
			return server.callTool("echo", Map.of("text", "back")).content().size() == 1;
		}
		catch (McpConnectionException ex) {
			return false;
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "STREAMABLE_HTTP", "SSE" })
	void aCallWorksAfterTheHttpServerWasRestarted(SdkTransport transport) {
		SdkTransport.Running first = transport.start();
		int port = first.tomcat().port();
		try (McpServer server = McpServer.builder(first.settings()).reconnect(QUICKLY).build()) {
			server.connect();
			first.close();
			try (SdkTransport.Running second = transport.start(port)) {
				Eventually.until(() -> isAnswered(server));
				assertThat(second.tomcat().port()).isEqualTo(port);
				assertThat(server.status().connects()).isEqualTo(2);
			}
		}
	}

}
