package io.github.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.benchmark.InMemoryTransport;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.slf4j.LoggerFactory;

/**
 * A tool call through facade and policy, and the same over the bare connection; a listing
 * from the cache.
 */
@State(Scope.Benchmark)
public class FacadeBenchmark {

	private static final ToolCall CALL = ToolCall.builder("echo").arguments(Map.of("message", "hello")).build();

	private McpConnection connection;

	private McpServer server;

	@Setup(Level.Trial)
	public void connect() {
		InMemoryTransport transport = new InMemoryTransport(Duration.ZERO);
		ClientFeatures features = new ClientFeatures(new Implementation("benchmark", "1"), null, null, null, null,
				List.of(), () -> {
				});
		this.connection = LegacyConnection.open("bare", transport.create("bare"), features,
				LoggerFactory.getLogger("bare"), Deadline.after(Duration.ZERO), Duration.ofSeconds(1));
		this.server = McpServer.builder(transport).policy((policy) -> policy.cacheTools(true)).build();
		this.server.connect();
		this.server.listTools();
	}

	@Benchmark
	public Object bare() {
		return this.connection.request(ToolCallRequest.of(CALL, LoggerFactory.getLogger("bare")),
				Deadline.after(Duration.ofSeconds(60)));
	}

	@Benchmark
	public Object facade() {
		return this.server.callTool(CALL);
	}

	@Benchmark
	public Object cachedTools() {
		return this.server.listTools();
	}

}
