package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Script;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConnectAndCloseTests {

	@TempDir
	Path directory;

	private McpServer server;

	@AfterEach
	void close() {
		this.server.close();
	}

	private McpServer server(Script script) {
		this.server = McpServer.builder(script.record(record()).settings().build()).name("scripted").build();
		return this.server;
	}

	private Path record() {
		return this.directory.resolve("received");
	}

	private long received(String text) throws IOException {
		return Files.exists(record()) ? Files.readAllLines(record()).stream().filter((it) -> it.contains(text)).count()
				: 0;
	}

	private static String pid(McpServer server) {
		return server.info().orElseThrow().version();
	}

	@Test
	void buildingStartsNothing() {
		McpServer server = server(new Script());
		assertThat(server.status().state()).isEqualTo(State.NEW);
		assertThat(server.info()).isEmpty();
		LeftOvers.assertNone("scripted");
	}

	@Test
	@Behaviour({ "B4", "B9" })
	void connectCloseConnectOnOneInstanceMakesANewConnection() {
		McpServer server = server(new Script());
		server.connect();
		String first = pid(server);
		server.close();
		assertThat(LeftOvers.ended(first)).isTrue();
		server.connect();
		assertThat(pid(server)).isNotEqualTo(first);
		server.ping();
		assertThat(server.status().connects()).isEqualTo(2);
	}

	@Test
	@Behaviour("B4")
	void secondCloseDoesNothing() {
		McpServer server = server(new Script());
		server.connect();
		server.close();
		McpServerStatus closed = server.status();
		server.close();
		assertThat(server.status()).isEqualTo(closed);
	}

	@Test
	@Behaviour({ "B9", "B14" })
	void closeLeavesNothingBehind() {
		McpServer server = server(new Script());
		server.connect();
		server.close();
		assertThat(server.status().state()).isEqualTo(State.CLOSED);
		assertThat(server.status().failure()).isEmpty();
		assertThat(server.info()).isEmpty();
		assertThat(server.sessionId()).isEmpty();
		LeftOvers.assertNone("scripted");
	}

	@Test
	@Behaviour("B5")
	void connectWhileConnectedDoesNothing() throws IOException {
		McpServer server = server(new Script());
		server.connect();
		server.connect();
		assertThat(server.status().connects()).isEqualTo(1);
		assertThat(received("\"initialize\"")).isEqualTo(1);
	}

	@Test
	@Behaviour("B5")
	void callersThatConnectAtOnceShareOneAttempt() throws IOException {
		McpServer server = server(new Script());
		CompletableFuture<?>[] callers = new CompletableFuture<?>[8];
		for (int i = 0; i < callers.length; i++) {
			callers[i] = CompletableFuture.runAsync((i % 2 == 0) ? server::connect : server::ping,
					(task) -> new Thread(task).start());
		}
		CompletableFuture.allOf(callers).join();
		assertThat(server.status().connects()).isEqualTo(1);
		assertThat(received("\"initialize\"")).isEqualTo(1);
	}

	@Test
	@Behaviour("B13")
	void firstCallConnects() {
		McpServer server = server(new Script());
		server.ping();
		assertThat(server.status().state()).isEqualTo(State.CONNECTED);
	}

	@Test
	void aCallDoesNotReopenWhatWasClosed() {
		McpServer server = server(new Script());
		server.connect();
		server.close();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping)
			.withMessage("MCP server 'scripted': closed");
		assertThat(server.status().state()).isEqualTo(State.CLOSED);
		LeftOvers.assertNone("scripted");
	}

	@Test
	void closingWhatWasNeverConnectedKeepsCallsFromConnecting() {
		McpServer server = server(new Script());
		server.close();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools)
			.withMessage("MCP server 'scripted': closed");
	}

	@Test
	void closingWhileConnectingEndsTheAttempt() {
		McpServer server = server(new Script().on("initialize"));
		CompletableFuture<Void> connecting = CompletableFuture.runAsync(server::connect);
		Eventually.until(() -> received("\"initialize\"") == 1);
		assertThat(server.status().state()).isEqualTo(State.CONNECTING);
		server.close();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(connecting::get)
			.withCauseInstanceOf(McpConnectionException.class)
			.withMessageContaining("MCP server 'scripted': closed");
		assertThat(server.status().state()).isEqualTo(State.CLOSED);
		LeftOvers.assertNone("scripted");
	}

	@Test
	@Behaviour("B15")
	void interruptingOneOfTwoThatConnectFreesOnlyThatOne() throws Exception {
		McpServer server = server(new Script().on("initialize"));
		CountDownLatch interrupted = new CountDownLatch(1);
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread impatient = new Thread(() -> {
			try {
				server.connect();
			}
			catch (McpInterruptedException ex) {
				failure.set(ex);
				if (Thread.currentThread().isInterrupted()) {
					interrupted.countDown();
				}
			}
		});
		impatient.start();
		CompletableFuture<Void> patient = CompletableFuture.runAsync(server::connect);
		Eventually.until(() -> received("\"initialize\"") == 1);
		// both have to be there before one of them leaves
		Eventually.until(() -> impatient.getState() == Thread.State.TIMED_WAITING
				|| impatient.getState() == Thread.State.WAITING);
		impatient.interrupt();
		interrupted.await();
		assertThat(failure.get()).hasMessage("MCP server 'scripted': interrupted while waiting for the connection");
		assertThat(patient).isNotDone();
		assertThat(server.status().state()).isEqualTo(State.CONNECTING);
		server.close();
		assertThat(patient).failsWithin(java.time.Duration.ofSeconds(60));
	}

	@Test
	@Behaviour("B15")
	void interruptingTheOnlyOneThatConnectsEndsTheAttempt() throws Exception {
		McpServer server = server(new Script().on("initialize"));
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread caller = new Thread(() -> {
			try {
				server.connect();
			}
			catch (McpInterruptedException ex) {
				failure.set(ex);
			}
		});
		caller.start();
		Eventually.until(() -> received("\"initialize\"") == 1);
		caller.interrupt();
		caller.join();
		assertThat(failure.get()).isInstanceOf(McpInterruptedException.class);
		Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.FAILED));
		LeftOvers.assertNone("scripted");
	}

	@Test
	void nothingIsToldToTheServerThatItMustNotHear() throws IOException {
		McpServer server = server(new Script());
		server.connect();
		server.close();
		assertThat(Files.readAllLines(record())).hasSize(2)
			.first()
			.asString()
			.contains("\"method\":\"initialize\"", "\"protocolVersion\":\"2025-11-25\"", "\"capabilities\":{}");
		assertThat(Files.readAllLines(record()).get(1)).contains("notifications/initialized");
	}

}
