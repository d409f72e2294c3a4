package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.HttpStub;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.transport.HttpTransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class InterruptionTests {

	@TempDir
	Path directory;

	private Path received() {
		return this.directory.resolve("received");
	}

	private List<String> receivedLines() throws IOException {
		return Files.exists(received()) ? Files.readAllLines(received()) : List.of();
	}

	private McpServer scripted() {
		return McpServer.builder(new Script().record(received()).on("tools/call hang").settings().build())
			.name("scripted")
			.build();
	}

	/**
	 * Interrupt a caller of the tool {@code hang} as soon as the server has the call.
	 */
	private static McpInterruptedException interrupt(McpServer server, Callable<Boolean> received) throws Exception {
		CountDownLatch flagged = new CountDownLatch(1);
		FutureTask<McpInterruptedException> call = new FutureTask<>(() -> {
			McpInterruptedException failure = catchThrowableOfType(McpInterruptedException.class,
					() -> server.callTool("hang", null));
			if (Thread.currentThread().isInterrupted()) {
				flagged.countDown();
			}
			return failure;
		});
		Thread caller = new Thread(call);
		caller.start();
		Eventually.until(received);
		caller.interrupt();
		McpInterruptedException failure = call.get();
		flagged.await();
		return failure;
	}

	@Test
	@Behaviour("E11")
	void overStdioTheCallerIsFreedAndTheServerTold() throws Exception {
		try (McpServer server = scripted()) {
			McpInterruptedException failure = interrupt(server,
					() -> receivedLines().stream().anyMatch((line) -> line.contains("\"hang\"")));
			assertThat(failure).hasMessage("MCP server 'scripted': interrupted while waiting for tools/call");
			assertThat(failure.outcomeUnknown()).isTrue();
			Eventually.that(() -> assertThat(receivedLines()).last()
				.asString()
				.contains("\"method\":\"notifications/cancelled\"", "\"requestId\":2"));
			server.ping();
			assertThat(server.status().connects()).isEqualTo(1);
		}
	}

	@Test
	@Behaviour("E11")
	void overHttpTheCallerIsFreedAndTheServerTold() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		HttpStub.Answer never = (exchange, id) -> {
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				throw new IOException(ex);
			}
		};
		try (HttpStub stub = new HttpStub().on("tools/call", never);
				McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(stub.url("/mcp")).build())
					.name("stub")
					.build()) {
			McpInterruptedException failure = interrupt(server,
					() -> stub.received.stream().anyMatch((it) -> it.contains("\"hang\"")));
			assertThat(failure).hasMessage("MCP server 'stub': interrupted while waiting for tools/call");
			Eventually.that(() -> assertThat(stub.received).last()
				.asString()
				.contains("\"method\":\"notifications/cancelled\"", "\"requestId\":2"));
			end.countDown();
			server.ping();
		}
	}

	@Test
	void aCallerThatWasInterruptedBeforeIsFreedAtOnce() {
		try (McpServer server = scripted()) {
			server.connect();
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(McpInterruptedException.class).isThrownBy(() -> server.callTool("hang", null));
			assertThat(Thread.interrupted()).isTrue();
			server.ping();
		}
	}

	@Test
	void aCallThatTimesOutIsCancelledOnTheServer() {
		try (McpServer server = scripted()) {
			server.connect();
			ToolCall call = ToolCall.builder("hang").timeout(Duration.ofMillis(50)).build();
			assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> server.callTool(call));
			Eventually.that(() -> assertThat(receivedLines()).last()
				.asString()
				.contains("\"method\":\"notifications/cancelled\"", "\"requestId\":2"));
		}
	}

	@Test
	@Behaviour("B16")
	void closingWhileInterruptedClosesAllTheSameAndKeepsTheFlag() {
		McpServer server = scripted();
		server.connect();
		Thread.currentThread().interrupt();
		server.close();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(server.status().state()).isEqualTo(McpServerStatus.State.CLOSED);
		LeftOvers.assertNone("scripted");
	}

}
