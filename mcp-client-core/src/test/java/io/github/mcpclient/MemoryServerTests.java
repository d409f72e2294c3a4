package io.github.mcpclient;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.test.EnabledIfNpmServers;
import io.github.mcpclient.test.NpmServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfNpmServers
class MemoryServerTests {

	@Test
	void whatWasRememberedIsThereAfterAReconnect(@TempDir Path directory) {
		Map<String, Object> ada = Map.of("name", "Ada", "entityType", "person", "observations",
				List.of("wrote the first program"));
		try (McpServer memory = McpServer
			.builder(NpmServer.stdio("mcp-server-memory")
				.env(Map.of("MEMORY_FILE_PATH", directory.resolve("memory.jsonl").toString()))
				.build())
			.build()) {
			memory.callTool("create_entities", Map.of("entities", List.of(ada)));
			memory.close();
			memory.connect();
			CallToolResult result = memory.callTool("open_nodes", Map.of("names", List.of("Ada")));
			assertThat(result.structuredContent()).isEqualTo(Map.of("entities", List.of(ada), "relations", List.of()));
		}
	}

}
