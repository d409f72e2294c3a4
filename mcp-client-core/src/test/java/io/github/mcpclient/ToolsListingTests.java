package io.github.mcpclient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ToolsListingTests {

	@TempDir
	Path directory;

	private static String page(String cursor, String... tools) {
		String next = (cursor != null) ? ",\"nextCursor\":\"" + cursor + "\"" : "";
		return Script.result(Arrays.stream(tools)
			.map((tool) -> "{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"a\"]}}")
			.collect(Collectors.joining(",", "{\"tools\":[", "]" + next + "}")));
	}

	private McpServer server(Script script, boolean cache) {
		return McpServer.builder(script.record(this.directory.resolve("received")).settings().build())
			.name("scripted")
			.policy((policy) -> policy.cacheTools(cache))
			.build();
	}

	private long requests() {
		try (Stream<String> lines = Files.lines(this.directory.resolve("received"))) {
			return lines.filter((line) -> line.contains("tools/list")).count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void everyPageIsFetchedInOrder() {
		Script script = new Script().on("tools/list", page("2", "a", "b"))
			.on("tools/list 2", page("3", "c"))
			.on("tools/list 3", page(null, "d"));
		try (McpServer server = server(script, false)) {
			assertThat(server.listTools()).extracting(Tool::name).containsExactly("a", "b", "c", "d");
			assertThat(requests()).isEqualTo(3);
		}
	}

	@Test
	void aCursorThatComesTwiceEndsTheListing() {
		try (McpServer server = server(new Script().on("tools/list", page("again", "a")), true)) {
			assertThatExceptionOfType(McpProtocolException.class).isThrownBy(server::listTools)
				.withMessageContaining("tools/list")
				.withMessageStartingWith("MCP server 'scripted': ");
			assertThat(server.cachedTools()).isEmpty();
		}
	}

	@Test
	void withoutCacheEachListingAsks() {
		try (McpServer server = server(new Script().on("tools/list", page(null, "a")), false)) {
			server.listTools();
			server.listTools();
			assertThat(requests()).isEqualTo(2);
			assertThat(server.cachedTools().orElseThrow()).extracting(Tool::name).containsExactly("a");
		}
	}

	@Test
	void withCacheOneListingAsksUntilItIsInvalidated() {
		try (McpServer server = server(new Script().on("tools/list", page(null, "a")), true)) {
			server.listTools();
			server.listTools();
			assertThat(requests()).isEqualTo(1);
			server.invalidateToolsCache();
			assertThat(server.cachedTools()).isPresent();
			server.listTools();
			assertThat(requests()).isEqualTo(2);
		}
	}

	@Test
	void anEmptyListIsCachedToo() {
		try (McpServer server = server(new Script().on("tools/list", page(null)), true)) {
			assertThat(server.listTools()).isEmpty();
			assertThat(server.listTools()).isEmpty();
			assertThat(requests()).isEqualTo(1);
		}
	}

	@Test
	void aChangeToldByTheServerMakesTheListStale() {
		RecordingHandler handler = new RecordingHandler();
		Script script = new Script().record(this.directory.resolve("received"))
			.on("tools/list", page(null, "a"))
			.on("tools/call change", Script.notification("notifications/tools/list_changed", "{}"),
					Script.text("changed"));
		try (McpServer server = McpServer.builder(script.settings().build())
			.policy((policy) -> policy.cacheTools(true))
			.notificationHandler(handler)
			.build()) {
			server.listTools();
			server.callTool("change", Map.of("a", 1));
			server.listTools();
			assertThat(requests()).isEqualTo(2);
			Eventually.that(() -> assertThat(handler.changed).containsExactly(RecordingHandler.TOOLS));
		}
	}

	@Test
	void aNewConnectionMakesTheListStaleAndKeepsIt() {
		try (McpServer server = server(new Script().on("tools/list", page(null, "a")), true)) {
			List<Tool> tools = server.listTools();
			server.close();
			assertThat(server.cachedTools()).contains(tools);
			server.connect();
			server.listTools();
			assertThat(requests()).isEqualTo(2);
		}
	}

	@Test
	void theListCannotBeCorruptedByACaller() {
		try (McpServer server = server(new Script().on("tools/list", page(null, "a")), true)) {
			List<Tool> tools = server.listTools();
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(tools::clear);
			Tool tool = tools.get(0);
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> tool.inputSchema().clear());
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> ((List<?>) tool.inputSchema().get("required")).clear());
			assertThat(new ArrayList<>(server.listTools())).isEqualTo(tools);
		}
	}

	@Test
	void aFailedListingLeavesWhatWasKnown() {
		Script script = new Script().on("tools/list", page("2", "a")).on("tools/list 2", Script.error(-32603, "no"));
		try (McpServer server = server(script, true)) {
			assertThatExceptionOfType(McpProtocolException.class).isThrownBy(server::listTools)
				.withMessage("MCP server 'scripted': answered tools/list with error -32603: no");
			assertThat(server.cachedTools()).isEmpty();
		}
	}

}
