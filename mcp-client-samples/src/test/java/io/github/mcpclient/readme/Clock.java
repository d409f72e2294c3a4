package io.github.mcpclient.readme;

import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

@Service
class Clock {

	// By name: the server 'sample'
	@Autowired
	private McpServer sample;

	private final McpServer documents;

	private final Map<String, McpServer> servers;

	private final McpServerManager manager;

	// By qualifier, all of them by name, and what looks them up at run time
	Clock(@Qualifier("files") McpServer documents, Map<String, McpServer> servers, McpServerManager manager) {
		this.documents = documents;
		this.servers = servers;
		this.manager = manager;
	}

	String time(String zone) {
		CallToolResult result = this.sample.callTool("time", Map.of("zone", zone));
		return ((TextContent) result.content().get(0)).text();
	}

}
