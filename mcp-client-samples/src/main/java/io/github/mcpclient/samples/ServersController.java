package io.github.mcpclient.samples;

import java.util.List;
import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The servers and their tools as a JSON API.
 */
@RestController
@RequestMapping("/servers")
class ServersController {

	private final McpServerManager servers;

	ServersController(McpServerManager servers) {
		this.servers = servers;
	}

	@GetMapping
	List<ServerView> servers() {
		return this.servers.servers().values().stream().map(ServerView::of).toList();
	}

	@GetMapping("/{name}/tools")
	List<Tool> tools(@PathVariable String name) {
		return server(name).listTools();
	}

	// Asking for JSON keeps web pages out: a browser asks before it sends that to another
	// site
	@PostMapping(path = "/{name}/tools/{tool}", consumes = MediaType.APPLICATION_JSON_VALUE)
	CallToolResult call(@PathVariable String name, @PathVariable String tool,
			@RequestBody Map<String, Object> arguments) {
		return server(name).callTool(tool, arguments);
	}

	private McpServer server(String name) {
		McpServer server = this.servers.servers().get(name);
		if (server == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no MCP server '%s'".formatted(name));
		}
		return server;
	}

}
