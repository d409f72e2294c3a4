package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.test.EnabledIfNpmServers;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.NpmServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfNpmServers
class FilesystemServerTests {

	@TempDir
	Path directory;

	private static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@Test
	void filesAreWrittenAndReadInTheGivenDirectory() throws IOException {
		Path root = this.directory.toRealPath();
		try (McpServer files = McpServer.builder(NpmServer.stdio("mcp-server-filesystem", root.toString()).build())
			.build()) {
			Path file = root.resolve("grüße.txt");
			assertThat(files.listTools()).extracting(Tool::name).contains("read_text_file", "write_file");
			assertThat(files.callTool("write_file", Map.of("path", file.toString(), "content", "Hallo, 世界")).isError())
				.isNotEqualTo(Boolean.TRUE);
			assertThat(Files.readString(file)).isEqualTo("Hallo, 世界");
			assertThat(text(files.callTool("read_text_file", Map.of("path", file.toString())))).isEqualTo("Hallo, 世界");
		}
	}

	@Test
	void filesElsewhereAreRefusedAsAResult() throws IOException {
		try (McpServer files = McpServer
			.builder(NpmServer.stdio("mcp-server-filesystem", this.directory.toRealPath().toString()).build())
			.build()) {
			CallToolResult result = files.callTool("read_text_file", Map.of("path", "/etc/hostname"));
			assertThat(result.isError()).isTrue();
			assertThat(text(result)).contains("Access denied");
		}
	}

	@Test
	void rootsOfTheClientTakeThePlaceOfTheDirectory() throws IOException {
		Path root = Files.createDirectory(this.directory.toRealPath().resolve("root"));
		try (McpServer files = McpServer
			.builder(NpmServer.stdio("mcp-server-filesystem", this.directory.toRealPath().toString()).build())
			.roots((name) -> List.of(new Root(root.toUri().toString(), "root")))
			.build()) {
			Eventually.that(() -> assertThat(text(files.callTool("list_allowed_directories", null)))
				.isEqualTo("Allowed directories:\n" + root));
		}
	}

}
