package io.github.mcpclient.benchmark;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * Figures that are no throughput: threads, memory, failures, the time of a start.
 */
final class Footprint {

	private static final int SERVERS = 100;

	private Footprint() {
	}

	/**
	 * What each of 100 more HTTP servers costs.
	 */
	static PerServer ofHttpServers() throws Exception {
		List<McpServer> servers = new ArrayList<>();
		try (StubProcess stub = StubProcess.http()) {
			servers.add(connected(stub));
			int threads = ManagementFactory.getThreadMXBean().getThreadCount();
			long heap = retainedHeap();
			for (int i = 0; i < SERVERS; i++) {
				servers.add(connected(stub));
			}
			long perServer = (retainedHeap() - heap) / SERVERS;
			return new PerServer(ManagementFactory.getThreadMXBean().getThreadCount() - threads, perServer / 1024);
		}
		finally {
			servers.forEach(McpServer::close);
		}
	}

	private static McpServer connected(StubProcess stub) {
		McpServer server = McpServer
			.builder(HttpTransportSettings.streamableHttp(URI.create(stub.url("/json"))).build())
			.build();
		server.connect();
		server.listTools();
		return server;
	}

	private static long retainedHeap() throws InterruptedException {
		for (int i = 0; i < 5; i++) {
			System.gc();
			TimeUnit.MILLISECONDS.sleep(100);
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	/**
	 * How many of a number of calls over stdio by 16 threads fail.
	 */
	static long failuresOfStdioCalls(int calls) throws InterruptedException {
		List<String> command = StubProcess.command(StubStdioServer.class);
		McpServer server = McpServer
			.builder(StdioTransportSettings.command(command.get(0)).args(command.subList(1, command.size())).build())
			.build();
		AtomicLong left = new AtomicLong(calls);
		AtomicLong failures = new AtomicLong();
		ExecutorService callers = Executors.newFixedThreadPool(16);
		for (int i = 0; i < 16; i++) {
			callers.execute(() -> {
				while (left.getAndDecrement() > 0) {
					try {
						server.callTool(Requests.TOOL, Requests.ARGUMENTS);
					}
					catch (RuntimeException ex) {
						failures.incrementAndGet();
					}
				}
			});
		}
		callers.shutdown();
		callers.awaitTermination(10, TimeUnit.MINUTES);
		server.close();
		return failures.get();
	}

	/**
	 * How long it takes until 50 servers that need half a second each are connected, in
	 * milliseconds.
	 */
	static long startOfSlowServers() {
		List<McpServer> servers = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			servers.add(McpServer.builder(new InMemoryTransport(Duration.ofMillis(500))).name("slow-" + i).build());
		}
		long started = System.nanoTime();
		servers.forEach(McpServer::start);
		while (!servers.stream().allMatch((server) -> server.status().state() == State.CONNECTED)) {
			Thread.onSpinWait();
		}
		long millis = (System.nanoTime() - started) / 1_000_000;
		servers.forEach(McpServer::close);
		return millis;
	}

	record PerServer(int threads, long kibibytes) {
	}

}
