package io.github.mcpclient;

import java.util.List;
import java.util.Map;

import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class McpServerManagerTests {

	private static McpServer server(String name) {
		return McpServer.builder(StdioTransportSettings.command("server").build()).name(name).build();
	}

	@Test
	void serversAreFoundByNameInTheirOrder() {
		McpServer b = server("b");
		McpServer a = server("a");
		McpServerManager manager = McpServerManager.of(List.of(b, a));
		assertThat(manager.servers()).containsExactly(Map.entry("b", b), Map.entry("a", a));
		assertThat(manager.server("a")).isSameAs(a);
	}

	@Test
	void twoServersOfOneNameAreRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> McpServerManager.of(List.of(server("files"), server("files"))))
			.withMessage("Two MCP servers are named 'files'; rename one");
	}

	@Test
	void twoServersOfOneCommandWithoutNamesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> McpServerManager.of(List.of(server(""), server(""))))
			.withMessage("Two MCP servers are named 'stdio: server'; rename one");
	}

	@Test
	void anUnknownNameIsRefusedWithTheKnownOnes() {
		McpServerManager manager = McpServerManager.of(List.of(server("a"), server("b")));
		assertThatIllegalArgumentException().isThrownBy(() -> manager.server("c"))
			.withMessage("There is no MCP server 'c', only [a, b]");
	}

	@Test
	void theMapCannotBeChanged() {
		McpServerManager manager = McpServerManager.of(List.of(server("a")));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> manager.servers().clear());
	}

}
