package io.github.mcpclient.benchmark;

import java.io.IOException;
import java.util.List;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.transport.StdioTransportSettings;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One tool call over stdio, for each client and for a pipe alone.
 */
@State(Scope.Benchmark)
public class StdioBenchmark {

	private PipelinedPipe floor;

	private McpServer server;

	private McpSyncClient sdk;

	private McpClient langChain4j;

	@Setup(Level.Trial)
	public void start() throws IOException {
		List<String> command = StubProcess.command(StubStdioServer.class);
		this.floor = new PipelinedPipe();
		this.server = McpServer
			.builder(StdioTransportSettings.command(command.get(0)).args(command.subList(1, command.size())).build())
			.build();
		this.server.connect();
		this.sdk = SdkClients.stdio(command);
		this.langChain4j = new DefaultMcpClient.Builder().autoHealthCheck(false)
			.transport(new StdioMcpTransport.Builder().command(command).build())
			.build();
	}

	@TearDown(Level.Trial)
	public void stop() throws Exception {
		this.floor.close();
		this.server.close();
		this.sdk.close();
		this.langChain4j.close();
	}

	@Benchmark
	public Object floor() throws Exception {
		return this.floor.call();
	}

	@Benchmark
	public Object mcpClient() {
		return this.server.callTool(Requests.TOOL, Requests.ARGUMENTS);
	}

	@Benchmark
	public Object sdk() {
		try {
			return this.sdk.callTool(CallToolRequest.builder(Requests.TOOL).arguments(Requests.ARGUMENTS).build());
		}
		catch (RuntimeException ex) {
			// loses calls when several threads send at once
			return ex;
		}
	}

	@Benchmark
	public Object langChain4j() {
		return this.langChain4j.executeTool(
				ToolExecutionRequest.builder().name(Requests.TOOL).arguments("{\"message\":\"hello\"}").build());
	}

}
