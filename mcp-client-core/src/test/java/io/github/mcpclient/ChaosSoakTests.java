package io.github.mcpclient;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.ChildJvm;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FaultProxy;
import io.github.mcpclient.test.LedgerServer;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Usage;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers are killed, restarted, slowed and cut at random under 32 callers; afterwards
 * every call is accounted for. Runs for {@code soak.seconds}, 30 unless set.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ChaosSoakTests {

	private static final int CALLERS = 32;

	private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("soak.seconds", 30));

	private final Random random = new Random();

	private final long seed = this.random.nextLong();

	private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();

	private final ConcurrentLinkedQueue<Throwable> untyped = new ConcurrentLinkedQueue<>();

	private final List<McpServer> servers = new ArrayList<>();

	@TempDir
	private Path directory;

	private Path ledger;

	private int port;

	private Process web;

	private FaultProxy proxy;

	@BeforeEach
	void startServers() throws IOException {
		this.random.setSeed(this.seed);
		this.ledger = Files.createFile(this.directory.resolve("ledger"));
		try (ServerSocket free = new ServerSocket(0)) {
			this.port = free.getLocalPort();
		}
		this.web = startWeb();
		this.proxy = FaultProxy.to(this.port);
		ReconnectPolicy impatient = new ReconnectPolicy(true, Duration.ofMillis(50), Duration.ofSeconds(1), -1);
		for (int i = 0; i < 2; i++) {
			this.servers
				.add(McpServer.builder(ChildJvm.settings(LedgerServer.class, List.of(this.ledger.toString())).build())
					.name("pipe-" + i)
					.reconnect(impatient)
					.build());
		}
		this.servers.add(McpServer.builder(HttpTransportSettings.streamableHttp(this.proxy.url("/mcp")).build())
			.name("web")
			.reconnect(impatient)
			.build());
	}

	private Process startWeb() throws IOException {
		Process process = new ProcessBuilder(
				ChildJvm.command(LedgerServer.class, List.of(this.ledger.toString(), Integer.toString(this.port))))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		process.getInputStream().read();
		return process;
	}

	@AfterEach
	void stopServers() {
		this.servers.forEach(McpServer::close);
		this.proxy.close();
		this.web.destroyForcibly();
	}

	@Test
	void everyCallIsAccountedForAndNothingGrows() throws Exception {
		this.servers.forEach(McpServer::connect);
		callOnce("warm-up");
		Usage before = Usage.now();
		long end = System.nanoTime() + LENGTH.toNanos();
		ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
		List<Future<?>> running = new ArrayList<>();
		for (int caller = 0; caller < CALLERS; caller++) {
			String prefix = "caller-" + caller;
			running.add(callers.submit(() -> callUntil(end, prefix)));
		}
		wreakHavocUntil(end);
		for (Future<?> caller : running) {
			caller.get(2, TimeUnit.MINUTES);
		}
		callers.shutdown();

		Eventually
			.that(() -> assertThat(this.servers).allMatch((server) -> server.status().state() == State.CONNECTED));
		callOnce("aftermath");
		assertThat(this.untyped).as("untyped failures, seed %d", this.seed).isEmpty();
		assertBalance();
		Eventually.that(() -> Usage.now().assertNotAbove(before));
		this.servers.forEach(McpServer::close);
		this.web.destroyForcibly();
		this.servers.forEach((server) -> LeftOvers.assertNone(server.name()));
	}

	private void callOnce(String prefix) {
		for (McpServer server : this.servers) {
			Eventually.that(() -> assertThat(call(server, prefix + "-" + System.nanoTime())).isEqualTo(Outcome.DONE));
		}
	}

	private void callUntil(long end, String prefix) {
		for (int i = 0; System.nanoTime() < end; i++) {
			Outcome outcome = call(this.servers.get(i % this.servers.size()), prefix + "-" + i);
			if (outcome == Outcome.NOT_DONE) {
				LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
			}
		}
	}

	private Outcome call(McpServer server, String entry) {
		Outcome outcome;
		try {
			CallToolResult result = server.callTool(ToolCall.builder("enter")
				.arguments(Map.of("entry", entry))
				.timeout(Duration.ofSeconds(20))
				.build());
			outcome = ((TextContent) result.content().get(0)).text().equals(entry) ? Outcome.DONE : Outcome.WRONG;
		}
		catch (McpClientException ex) {
			outcome = ex.outcomeUnknown() ? Outcome.UNKNOWN : Outcome.NOT_DONE;
		}
		catch (RuntimeException | Error ex) {
			this.untyped.add(ex);
			outcome = Outcome.UNKNOWN;
		}
		this.outcomes.put(entry, outcome);
		return outcome;
	}

	private void wreakHavocUntil(long end) throws IOException {
		while (System.nanoTime() < end) {
			LockSupport.parkNanos(Duration.ofMillis(100 + this.random.nextInt(500)).toNanos());
			switch (this.random.nextInt(6)) {
				case 0, 1 -> kill(this.servers.get(this.random.nextInt(2)));
				case 2 -> restartWeb();
				case 3 -> this.proxy.cut();
				case 4 -> stallProxy();
				default -> suspend(this.servers.get(this.random.nextInt(2)));
			}
		}
	}

	private void kill(McpServer server) {
		process(server).ifPresent(ProcessHandle::destroyForcibly);
	}

	private void restartWeb() throws IOException {
		this.web.destroyForcibly();
		this.web.onExit().join();
		this.web = startWeb();
	}

	private void stallProxy() {
		this.proxy.stall(true);
		LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
		this.proxy.stall(false);
	}

	private void suspend(McpServer server) {
		process(server).ifPresent((process) -> {
			signal("STOP", process);
			LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
			signal("CONT", process);
		});
	}

	private static Optional<ProcessHandle> process(McpServer server) {
		return server.info().map(McpServerInfo::version).map(Long::parseLong).flatMap(ProcessHandle::of);
	}

	private static void signal(String signal, ProcessHandle process) {
		try {
			new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().onExit().join();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void assertBalance() throws IOException {
		Map<String, Integer> entered = new HashMap<>();
		Files.readAllLines(this.ledger).forEach((entry) -> entered.merge(entry, 1, Integer::sum));
		Map<Outcome, Integer> account = new HashMap<>();
		List<String> mistakes = new ArrayList<>();
		this.outcomes.forEach((entry, outcome) -> {
			int times = entered.getOrDefault(entry, 0);
			account.merge(outcome, 1, Integer::sum);
			if (!outcome.allows(times)) {
				mistakes.add("%s: %s, but entered %d times".formatted(entry, outcome, times));
			}
		});
		System.out.println("Chaos soak of " + LENGTH.toSeconds() + " s, seed " + this.seed + ": " + account);
		assertThat(mistakes).as("seed %d", this.seed).isEmpty();
		assertThat(this.outcomes).as("calls without an entry of their own")
			.containsKeys(entered.keySet().toArray(String[]::new));
		assertThat(account.get(Outcome.DONE)).as("calls that succeeded").isPositive();
	}

	private enum Outcome {

		DONE, NOT_DONE, UNKNOWN, WRONG;

		boolean allows(int times) {
			return switch (this) {
				case DONE -> times == 1;
				case NOT_DONE -> times == 0;
				case UNKNOWN -> times <= 1;
				case WRONG -> false;
			};
		}

	}

}
