package io.github.mcpclient.boot.autoconfigure;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Protocol;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Startup;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Transport;
import io.github.mcpclient.transport.EncodingErrors;
import io.github.mcpclient.transport.InheritEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of each shape of property, alone and under a profile or an environment
 * variable: it works, or it stops the application.
 */
class BindingTests {

	private static final String GITHUB = """
			mcp.client:
			  startup: lazy
			  servers.github:
			    url: http://localhost:1/mcp
			""";

	private static final String FILES = """
			mcp.client:
			  startup: lazy
			  servers.files:
			    command: files
			""";

	@Test
	void everyPropertyOfACommandIsBound() {
		McpServerProperties server = bind("files", TestApplication.yaml("""
				mcp.client.servers.files:
				  command: npx
				  args: ["-y", "a,b", 1]
				  env: { LOG_LEVEL: warn, my.dotted: x }
				  inherit-env: none
				  cwd: /srv/files
				  encoding: ISO-8859-1
				  encoding-errors: replace
				  startup: lazy
				  protocol: legacy
				  initialization-timeout: 1s
				  request-timeout: 2s
				  tool-timeout: 3m
				  keep-alive: 4s
				  cache-tools: true
				  max-response-size: 1MB
				  reconnect: { enabled: false, initial-delay: 1s, max-delay: 2s, max-attempts: 3 }
				  roots: ["file:///srv/files"]
				"""));
		assertThat(server.getCommand()).isEqualTo("npx");
		assertThat(server.getArgs()).containsExactly("-y", "a,b", "1");
		assertThat(server.getEnv()).isEqualTo(Map.of("LOG_LEVEL", "warn", "my.dotted", "x"));
		assertThat(server.getInheritEnv()).isEqualTo(InheritEnvironment.NONE);
		assertThat(server.getCwd()).isEqualTo(new File("/srv/files"));
		assertThat(server.getEncoding()).isEqualTo(StandardCharsets.ISO_8859_1);
		assertThat(server.getEncodingErrors()).isEqualTo(EncodingErrors.REPLACE);
		assertThat(server.getStartup()).isEqualTo(Startup.LAZY);
		assertThat(server.getProtocol()).isEqualTo(Protocol.LEGACY);
		assertThat(server.getInitializationTimeout()).isEqualTo(Duration.ofSeconds(1));
		assertThat(server.getRequestTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofMinutes(3));
		assertThat(server.getKeepAlive()).isEqualTo(Duration.ofSeconds(4));
		assertThat(server.isCacheTools()).isTrue();
		assertThat(server.getMaxResponseSize()).isEqualTo(DataSize.ofMegabytes(1));
		assertThat(server.getReconnect().isEnabled()).isFalse();
		assertThat(server.getReconnect().getInitialDelay()).isEqualTo(Duration.ofSeconds(1));
		assertThat(server.getReconnect().getMaxDelay()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.getReconnect().getMaxAttempts()).isEqualTo(3);
		assertThat(server.getRoots()).containsExactly("file:///srv/files");
	}

	@Test
	void everyPropertyOfAUrlIsBound() {
		McpServerProperties server = bind("github", TestApplication.yaml("""
				mcp.client.servers.github:
				  url: https://example.com/mcp?tenant=a%20b
				  transport: sse
				  headers: { Authorization: Bearer token, X_Y: z }
				  proxy: http://proxy:3128
				  terminate-on-close: false
				  startup: lazy
				  connect-timeout: 1s
				  read-timeout: 2s
				"""));
		assertThat(server.getUrl()).isEqualTo("https://example.com/mcp?tenant=a%20b");
		assertThat(server.getTransport()).isEqualTo(Transport.SSE);
		assertThat(server.getHeaders()).isEqualTo(Map.of("Authorization", "Bearer token", "X_Y", "z"));
		assertThat(server.getProxy()).isEqualTo("http://proxy:3128");
		assertThat(server.isTerminateOnClose()).isFalse();
		assertThat(server.getConnectTimeout()).isEqualTo(Duration.ofSeconds(1));
		assertThat(server.getReadTimeout()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void aServerHasTheDefaultsThatItDoesNotSet() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + """
				    tool-timeout: 5s
				    reconnect.max-attempts: 7
				    headers: { x-own: own, AUTHORIZATION: own }
				  defaults:
				    tool-timeout: 1s
				    request-timeout: 2s
				    cache-tools: true
				    reconnect: { max-attempts: 1, max-delay: 9s }
				    headers: { X-Common: common, Authorization: common }
				    roots: ["file:///common"]
				    env: { COMMON: for commands only }
				"""));
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofSeconds(5));
		assertThat(server.getRequestTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.isCacheTools()).isTrue();
		assertThat(server.getReconnect().getMaxAttempts()).isEqualTo(7);
		assertThat(server.getReconnect().getMaxDelay()).isEqualTo(Duration.ofSeconds(9));
		assertThat(server.getReconnect().getInitialDelay()).isEqualTo(Duration.ofMillis(500));
		assertThat(server.getHeaders()).hasSize(3)
			.containsEntry("x-own", "own")
			.containsEntry("x-common", "common")
			.containsEntry("authorization", "own");
		assertThat(server.getRoots()).containsExactly("file:///common");
	}

	@Test
	void aServersListReplacesTheDefault() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + """
				    roots: ["file:///own"]
				  defaults.roots: ["file:///a", "file:///b"]
				"""));
		assertThat(server.getRoots()).containsExactly("file:///own");
	}

	@Test
	void defaultsOfOneServerDoNotReachAnother() {
		TestApplication application = TestApplication.yaml(GITHUB + """
				    headers.own: value
				  servers.other.url: http://localhost:2/mcp
				  defaults.headers.common: value
				""");
		assertThat(bind("other", application).getHeaders()).containsOnlyKeys("common");
	}

	@Test
	void aProfileReplacesAValue() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + "    tool-timeout: 1s")
			.profile("mcp.client.servers.github: { url: http://localhost:2/mcp, tool-timeout: 2s }"));
		assertThat(server.getUrl()).isEqualTo("http://localhost:2/mcp");
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void aVariableReplacesAValue() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB + "    tool-timeout: 1s")
					.variable("MCP_CLIENT_SERVERS_GITHUB_URL", "http://localhost:2/mcp")
					.variable("MCP_CLIENT_SERVERS_GITHUB_TOOLTIMEOUT", "2s")
					.variable("MCP_CLIENT_SERVERS_GITHUB_RECONNECT_MAXATTEMPTS", "5"));
		assertThat(server.getUrl()).isEqualTo("http://localhost:2/mcp");
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.getReconnect().getMaxAttempts()).isEqualTo(5);
	}

	@Test
	void aVariableReplacesADefault() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + "  defaults.tool-timeout: 1s")
			.variable("MCP_CLIENT_DEFAULTS_TOOLTIMEOUT", "2s"));
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void aServersOwnValueIsStrongerThanADefaultOfAMoreSpecificSource() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB + "    tool-timeout: 1s")
					.profile("mcp.client.defaults.tool-timeout: 2s")
					.variable("MCP_CLIENT_DEFAULTS_TOOLTIMEOUT", "3s"));
		assertThat(server.getToolTimeout()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void aProfileReplacesAList() {
		McpServerProperties server = bind("files",
				TestApplication.yaml(FILES + "    args: [a, b, c]").profile("mcp.client.servers.files.args: [x]"));
		assertThat(server.getArgs()).containsExactly("x");
	}

	@Test
	void aProfileEmptiesAList() {
		McpServerProperties server = bind("files",
				TestApplication.yaml(FILES + "    args: [a, b, c]").profile("mcp.client.servers.files.args: []"));
		assertThat(server.getArgs()).isEmpty();
	}

	@Test
	void aVariableReplacesAList() {
		TestApplication indexed = TestApplication.yaml(FILES + "    args: [a, b, c]")
			.variable("MCP_CLIENT_SERVERS_FILES_ARGS_0", "x");
		TestApplication separated = TestApplication.yaml(FILES + "    args: [a, b, c]")
			.variable("MCP_CLIENT_SERVERS_FILES_ARGS", "x,y");
		assertThat(bind("files", indexed).getArgs()).containsExactly("x");
		assertThat(bind("files", separated).getArgs()).containsExactly("x", "y");
	}

	@Test
	void aProfileAddsToAMapAndReplacesItsValues() {
		McpServerProperties files = bind("files", TestApplication.yaml(FILES + "    env: { A: base, B: base }")
			.profile("mcp.client.servers.files.env: { B: profile, C: profile }"));
		assertThat(files.getEnv()).isEqualTo(Map.of("A", "base", "B", "profile", "C", "profile"));
		McpServerProperties github = bind("github",
				TestApplication.yaml(GITHUB + "    headers: { X-Token: base, X-Other: base }")
					.profile("mcp.client.servers.github.headers: { x-token: profile }"));
		assertThat(github.getHeaders()).hasSize(2).containsEntry("X-Token", "profile").containsEntry("X-Other", "base");
	}

	@Test
	void aVariableReplacesAHeaderOfOneWord() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB + "    headers: { Authorization: base }")
					.variable("MCP_CLIENT_SERVERS_GITHUB_HEADERS_AUTHORIZATION", "variable"));
		assertThat(server.getHeaders()).hasSize(1).containsEntry("Authorization", "variable");
	}

	@Test
	void aPlaceholderReachesMapsAndLists() {
		McpServerProperties server = bind("github",
				TestApplication
					.yaml(GITHUB + "    headers: { X-Token: \"Bearer ${TOKEN}\", X-Other: \"${NONE:other}\" }")
					.variable("TOKEN", "from variable"));
		assertThat(server.getHeaders()).containsEntry("X-Token", "Bearer from variable")
			.containsEntry("X-Other", "other");
	}

	@Test
	void anEscapedPlaceholderIsText() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB + "    headers: { X-Template: '\\${name}' }"));
		assertThat(server.getHeaders()).containsEntry("X-Template", "${name}");
	}

	@Test
	void aPlaceholderThatIsOverriddenNeedsNoValue() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB + "    headers: { X-Token: \"${NOWHERE}\" }")
					.profile("mcp.client.servers.github.headers.X-Token: profile"));
		assertThat(server.getHeaders()).containsEntry("X-Token", "profile");
	}

	@Test
	void aServerThatIsNotEnabledNeedsNoValueOfItsPlaceholders() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + """
				    headers: { X-Token: "${NOWHERE}" }
				    enabled: false
				"""));
		assertThat(server.isEnabled()).isFalse();
	}

	@Test
	void aProfileTurnsACommandIntoAUrlIfItEmptiesTheCommand() {
		McpServerProperties server = bind("files",
				TestApplication.yaml(FILES).profile("mcp.client.servers.files: { command: '', url: http://host/mcp }"));
		assertThat(server.getUrl()).isEqualTo("http://host/mcp");
	}

	@Test
	void aProfileThatOnlyAddsAUrlToACommandStops() {
		FailureAnalysis analysis = TestApplication.yaml(FILES)
			.profile("mcp.client.servers.files.url: http://host/mcp")
			.fail();
		assertThat(analysis.getDescription()).contains("'command' is set, and so is 'url'");
	}

	@Test
	void aValueInAProfileAndKeysInAFileStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    headers: { Authorization: token }")
			.profile("mcp.client.servers.github.headers: token")
			.fail();
		assertThat(analysis.getDescription()).contains("'headers' has a value, but should have keys below it",
				"application-test.yml] - 1:");
	}

	@Test
	void aValueInAVariableAndKeysInAFileStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    reconnect: { max-attempts: 1 }")
			.variable("MCP_CLIENT_SERVERS_GITHUB_RECONNECT", "false")
			.fail();
		assertThat(analysis.getDescription()).contains("'reconnect' has a value, but should have keys below it",
				"MCP_CLIENT_SERVERS_GITHUB_RECONNECT");
	}

	@Test
	void keysInAFileBelowAPropertyThatHasAValueStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    tool-timeout: { read: 1s }").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.servers.github.tool-timeout.read");
		assertThat(analysis.getAction()).contains("'mcp.client.servers.github.tool-timeout' has no keys below it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "    headers:", "    reconnect:", "    roots:", "  defaults:", "  defaults.headers:",
			"  defaults.reconnect:" })
	void aKeyWithNothingBelowItIsNone(String key) {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + key));
		assertThat(server.getHeaders()).isEmpty();
		assertThat(server.getRoots()).isEmpty();
		assertThat(server.getReconnect().getMaxAttempts()).isEqualTo(-1);
	}

	@Test
	void aKeyWithNothingBelowItInAProfileChangesNothing() {
		McpServerProperties server = bind("github", TestApplication.yaml(GITHUB + """
				    headers: { X-Token: token }
				    reconnect.max-attempts: 3
				""").profile("mcp.client.servers.github: { headers: , reconnect: }"));
		assertThat(server.getHeaders()).containsEntry("X-Token", "token");
		assertThat(server.getReconnect().getMaxAttempts()).isEqualTo(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "mcp.client:", "mcp.client.servers:", "mcp.client.defaults:" })
	void nothingIsConfiguredByKeysWithNothingBelowThem(String yaml) {
		try (ConfigurableApplicationContext context = TestApplication.yaml(yaml).run()) {
			assertThat(context.getBean(McpClientProperties.class).getServers()).isEmpty();
		}
	}

	@Test
	void aServerCanComeFromVariablesAlone() {
		McpServerProperties server = bind("remote",
				TestApplication.yaml("mcp.client.startup: lazy")
					.variable("MCP_CLIENT_SERVERS_REMOTE_URL", "http://localhost:1/mcp")
					.variable("MCP_CLIENT_SERVERS_REMOTE_CACHETOOLS", "true"));
		assertThat(server.isCacheTools()).isTrue();
	}

	@Test
	void aServerCanComeFromTheCommandLine() {
		McpServerProperties server = bind("my-files", TestApplication.yaml("mcp.client.startup: lazy")
			.args("--mcp.client.servers.my-files.command=npx", "--mcp.client.servers.my-files.args=a,b"));
		assertThat(server.getArgs()).isEqualTo(List.of("a", "b"));
	}

	@Test
	void aProfileDisablesAServer() {
		McpServerProperties server = bind("github",
				TestApplication.yaml(GITHUB).profile("mcp.client.servers.github.enabled: false"));
		assertThat(server.isEnabled()).isFalse();
	}

	private static McpServerProperties bind(String server, TestApplication application) {
		try (ConfigurableApplicationContext context = application.args("--mcp.client.startup=lazy").run()) {
			McpServerProperties properties = context.getBean(McpClientProperties.class).getServers().get(server);
			assertThat(properties).isNotNull();
			return properties;
		}
	}

}
