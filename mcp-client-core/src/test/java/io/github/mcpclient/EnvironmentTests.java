package io.github.mcpclient;

import java.util.Map;
import java.util.Objects;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.transport.InheritEnvironment;
import io.github.mcpclient.transport.StdioTransportSettings;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class EnvironmentTests {

	private static final String SECRET = "MCP_TEST_SECRET";

	private static String valueInServer(StdioTransportSettings.Builder settings) {
		try (McpServer server = McpServer.builder(settings.build()).build()) {
			return ((TextContent) server.callTool("env", null).content().get(0)).text();
		}
	}

	private static StdioTransportSettings.Builder serverTelling(String variable) {
		return new Script().on("tools/call env", Script.text("${" + variable + "}")).settings();
	}

	@ParameterizedTest
	@CsvSource({ "NONE, null", "SAFE, null", "ALL, of-the-application" })
	void aSecretOfTheApplicationIsSeenOnlyWhereAllIsInherited(InheritEnvironment inherit, String expected) {
		assumeThat(System.getenv(SECRET)).as("set by the build").isEqualTo("of-the-application");
		assertThat(valueInServer(serverTelling(SECRET).inheritEnv(inherit))).isEqualTo(expected);
	}

	@Test
	@Behaviour("A15")
	void byDefaultThePathIsInheritedAndTheSecretIsNot() {
		assertThat(valueInServer(serverTelling("PATH"))).isEqualTo(System.getenv("PATH"));
		assertThat(valueInServer(serverTelling(SECRET))).isEqualTo("null");
	}

	@Test
	@Behaviour("A15")
	void givenVariablesWinOverInheritedOnes() {
		String home = Objects.requireNonNullElse(System.getenv("HOME"), "");
		String given = valueInServer(
				serverTelling("HOME").inheritEnv(InheritEnvironment.ALL).env(Map.of("HOME", home + "/elsewhere")));
		assertThat(given).isEqualTo(home + "/elsewhere");
	}

	@Test
	void givenVariablesAreThereWhereNoneIsInherited() {
		String given = valueInServer(
				serverTelling("LOG_LEVEL").inheritEnv(InheritEnvironment.NONE).env(Map.of("LOG_LEVEL", "warn")));
		assertThat(given).isEqualTo("warn");
	}

}
