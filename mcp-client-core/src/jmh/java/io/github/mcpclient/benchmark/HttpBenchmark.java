package io.github.mcpclient.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.ai.mcp.SyncMcpToolCallback;

/**
 * One tool call over streamable HTTP, for each client and for the JDK's HTTP client
 * alone.
 */
@State(Scope.Benchmark)
public class HttpBenchmark {

	@Param({ "/json", "/sse" })
	String path;

	private StubProcess stub;

	private HttpClient floor;

	private McpServer server;

	private McpSyncClient sdk;

	private SyncMcpToolCallback springAi;

	private McpClient langChain4j;

	@Setup(Level.Trial)
	public void start() throws IOException {
		this.stub = StubProcess.http();
		this.floor = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		this.server = McpServer
			.builder(HttpTransportSettings.streamableHttp(URI.create(this.stub.url(this.path))).build())
			.build();
		this.server.connect();
		this.sdk = SdkClients.http(this.stub.url(""), this.path);
		this.springAi = SyncMcpToolCallback.builder()
			.mcpClient(this.sdk)
			.tool(this.sdk.listTools().tools().get(0))
			.build();
		this.langChain4j = new DefaultMcpClient.Builder().autoHealthCheck(false)
			.transport(new StreamableHttpMcpTransport.Builder().url(this.stub.url(this.path))
				.timeout(Duration.ofSeconds(30))
				.setHttpVersion1_1()
				.build())
			.build();
	}

	@TearDown(Level.Trial)
	public void stop() throws Exception {
		this.server.close();
		this.sdk.close();
		this.langChain4j.close();
		this.stub.close();
	}

	@Benchmark
	public Object floor() throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.stub.url(this.path)))
			.header("Content-Type", "application/json")
			.header("Accept", "application/json, text/event-stream")
			.POST(HttpRequest.BodyPublishers.ofString(Requests.call("1")))
			.build();
		return this.floor.send(request, BodyHandlers.ofByteArray()).body();
	}

	@Benchmark
	public Object mcpClient() {
		return this.server.callTool(Requests.TOOL, Requests.ARGUMENTS);
	}

	@Benchmark
	public Object sdk() {
		return this.sdk.callTool(CallToolRequest.builder(Requests.TOOL).arguments(Requests.ARGUMENTS).build());
	}

	@Benchmark
	public Object springAi() {
		return this.springAi.call("{\"message\":\"hello\"}");
	}

	@Benchmark
	public Object langChain4j() {
		return this.langChain4j.executeTool(
				ToolExecutionRequest.builder().name(Requests.TOOL).arguments("{\"message\":\"hello\"}").build());
	}

}
