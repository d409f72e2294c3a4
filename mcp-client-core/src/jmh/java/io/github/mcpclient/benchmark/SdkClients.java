package io.github.mcpclient.benchmark;

import java.time.Duration;
import java.util.List;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client of the MCP SDK, as its documentation sets it up.
 */
final class SdkClients {

	private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder().build());

	private SdkClients() {
	}

	static McpSyncClient http(String url, String path) {
		return connected(HttpClientStreamableHttpTransport.builder(url).endpoint(path).jsonMapper(MAPPER).build());
	}

	static McpSyncClient stdio(List<String> command) {
		return connected(new StdioClientTransport(
				ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build(), MAPPER));
	}

	private static McpSyncClient connected(McpClientTransport transport) {
		McpSyncClient client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(30)).build();
		client.initialize();
		return client;
	}

}
