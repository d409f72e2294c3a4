package io.github.mcpclient.boot.autoconfigure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a mistake in the configuration leads to: one message with server, property, origin
 * and what to do, and without secrets.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidConfigurationTests {

	@AfterEach
	void noSecretIsLogged(CapturedOutput output) {
		assertThat(output).doesNotContain("s3cret");
	}

	@ParameterizedTest
	@CsvSource({ "ulr, url", "comand, command", "arg, args", "header, headers", "requst-timeout, request-timeout",
			"inherit_envs, inherit-env", "enable, enabled", "readtimout, read-timeout" })
	void aMisspeltKeyStopsWithTheClosestOne(String key, String closest) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  github:
				    url: http://localhost/mcp
				    %s: s3cret
				""".formatted(key)).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': ")
			.contains("is no known property", "Property: mcp.client.servers.github.", "application.yml] - 4:");
		assertThat(analysis.getAction()).contains("Did you mean '" + closest + "'?");
	}

	@Test
	void aMisspeltKeyDoesNotGiveAwayItsValue() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  autorization: Bearer s3cret
				""").fail();
		assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain("s3cret");
	}

	@Test
	void aMisspeltKeyOnTheCommandLineStops() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.github.url: http://localhost/mcp")
			.args("--mcp.client.servers.github.requierd=true")
			.fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.servers.github.requierd",
				"\"mcp.client.servers.github.requierd\" from property source \"commandLineArgs\"");
		assertThat(analysis.getAction()).contains("Did you mean 'required'?");
	}

	@ParameterizedTest
	@CsvSource({ "server.github.url, servers", "startups, startup", "default.required, defaults",
			"defaults.reconect.enabled, reconnect", "defaults.reconnect.max-attempt, max-attempts" })
	void aMisspeltKeyAboveServersStopsWithTheClosestOne(String key, String closest) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client." + key + ": true").fail();
		assertThat(analysis.getDescription()).contains("is no known property", "Property: mcp.client.",
				"application.yml] - 1:");
		assertThat(analysis.getAction()).contains("Did you mean '" + closest + "'?");
	}

	@Test
	void aKeyLikeNoOtherStopsWithAllThatExist() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  wherever: x
				""").fail();
		assertThat(analysis.getAction())
			.contains("The keys below 'mcp.client.servers.github' are approval, args, cache-tools,");
	}

	@ParameterizedTest
	@CsvSource({ "command", "args", "url" })
	void whatIsAServersOwnHasNoDefault(String key) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.defaults." + key + ": x").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.defaults." + key);
		assertThat(analysis.getAction()).contains("'" + key + "' cannot have a default");
	}

	@Test
	void bothCommandAndUrlStop() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp?token=s3cret
				  command: npx
				""").fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'command' is set, and so is 'url'.")
			.contains("Property: mcp.client.servers.github.command", "application.yml] - 3:")
			.doesNotContain("s3cret");
		assertThat(analysis.getAction()).isEqualTo("Remove one of them.");
	}

	@Test
	void neitherCommandNorUrlStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  required: true
				""").fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github' has neither a command nor a URL.")
			.contains("Property: mcp.client.servers.github", "application.yml] - 2:");
		assertThat(analysis.getAction()).contains("Set 'command' for a program to start, or 'url'");
	}

	@Test
	void aServerWithoutAnythingStops() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.github:").fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github' has neither a command nor a URL.");
	}

	@ParameterizedTest
	@CsvSource({ "args, x", "env.TOKEN, s3cret", "inherit-env, none", "cwd, /srv", "encoding, UTF-8",
			"encoding-errors, strict" })
	void whatIsForCommandsStopsForAUrl(String key, String value) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  %s: %s
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription()).contains("is for servers with a command only",
				"Property: mcp.client.servers.github." + key.replace(".TOKEN", ""), "application.yml] - 3:");
	}

	@ParameterizedTest
	@CsvSource({ "transport, sse", "headers.Authorization, Bearer s3cret", "ssl-bundle, corporate",
			"proxy, http://proxy:1", "terminate-on-close, false", "connect-timeout, 1s", "read-timeout, 1s" })
	void whatIsForUrlsStopsForACommand(String key, String value) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.files:
				  command: npx
				  %s: %s
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription())
			.contains("is for servers with a URL only", "Property: mcp.client.servers.files.", "application.yml] - 3:")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@CsvSource({ "request-timeout, soon, a duration such as 500ms", "required, perhaps, true or false",
			"transport, websocket, 'one of auto, streamable-http, sse'", "startup, never, 'one of async, eager, lazy'",
			"protocol, modern, 'one of auto, legacy'", "max-response-size, huge, a size such as",
			"reconnect.max-attempts, many, a whole number" })
	void aValueOfTheWrongTypeStopsWithWhatToWrite(String key, String value, String expected) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  %s: %s
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': '" + key + "'")
			.contains("has the value '" + value + "'", "Property: mcp.client.servers.github." + key,
					"application.yml] - 3:");
		assertThat(analysis.getAction()).contains(expected);
	}

	@Test
	void anUnknownCharacterSetStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.files:
				  command: npx
				  encoding: UTF-9
				""").fail();
		assertThat(analysis.getDescription()).contains("has the value 'UTF-9'", "application.yml] - 3:");
		assertThat(analysis.getAction()).contains("a character set such as UTF-8");
	}

	@Test
	void aWrongDefaultStopsOnce() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  servers.github.url: http://localhost/mcp
				  defaults.tool-timeout: long
				""").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.defaults.tool-timeout",
				"has the value 'long'", "application.yml] - 3:");
	}

	@ParameterizedTest
	@CsvSource({ "request-timeout", "tool-timeout", "initialization-timeout", "connect-timeout", "read-timeout",
			"keep-alive" })
	void aNegativeDurationStops(String key) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  %s: -1s
				""".formatted(key)).fail();
		assertThat(analysis.getDescription()).contains("'" + key + "' is negative",
				"Property: mcp.client.servers.github." + key, "application.yml] - 3:");
		assertThat(analysis.getAction()).contains("0 for no limit");
	}

	@Test
	void aNegativeDefaultStopsWhereItIsSet() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  servers.github.url: http://localhost/mcp
				  defaults.tool-timeout: -1s
				""").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.defaults.tool-timeout",
				"application.yml] - 3:");
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1s", "0s" })
	void aShutdownTimeoutThatIsNotPositiveStops(String timeout) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.shutdown-timeout: " + timeout).fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.shutdown-timeout",
				"application.yml] - 1:");
	}

	@ParameterizedTest
	@CsvSource({ "initial-delay, 0s, is not positive", "initial-delay, 1h, is shorter than",
			"max-delay, 1ms, is shorter than", "max-attempts, -2, is below -1" })
	void anImpossibleReconnectStops(String key, String value, String problem) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  reconnect.%s: %s
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription()).contains(problem, "Property: mcp.client.servers.github.reconnect.");
	}

	@ParameterizedTest
	@CsvSource({ "0B", "3GB", "-1B" })
	void anImpossibleSizeStops(String size) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  max-response-size: %s
				""".formatted(size)).fail();
		assertThat(analysis.getDescription()).contains("'max-response-size' is no possible size",
				"application.yml] - 3:");
	}

	@ParameterizedTest
	@CsvSource({ "localhost:80/s3cret, does not start with http", "ftp://host/s3cret, does not start with http",
			"http:///s3cret, has no host", "http://, is no URI", "'http://host/s3cret x', is no URI" })
	void aUrlThatIsNoneStopsWithoutGivingItAway(String url, String problem) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.github.url: '%s'".formatted(url)).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'url' is invalid")
			.contains(problem, "Property: mcp.client.servers.github.url", "application.yml] - 1:")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@CsvSource({ "proxy:3128", "http://proxy", "http://user:s3cret@proxy:3128", "socks://proxy:1" })
	void aProxyThatIsNoneStopsWithoutGivingItAway(String proxy) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  proxy: '%s'
				""".formatted(proxy)).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'proxy' is invalid")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "Host | s3cret", "Content-Length | s3cret", "'[X Y]' | s3cret",
			"Authorization | \"s3cret\\nX: y\"" })
	void aHeaderThatCannotBeSentStops(String name, String value) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  headers:
				    %s: %s
				""".formatted(name, value)).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'headers' is invalid: ")
			.contains("application.yml] - 4:")
			.doesNotContain("s3cret");
	}

	@Test
	void aRootThatIsNoUriStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  roots: [ /srv/files ]
				""").fail();
		assertThat(analysis.getDescription()).contains("'roots' is invalid: a root is a URI");
	}

	@Test
	void aRequiredServerThatConnectsOnFirstUseStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  required: true
				  startup: lazy
				""").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.servers.github.required",
				"application.yml] - 3:");
		assertThat(analysis.getAction()).contains("Set 'startup' of the server to eager");
	}

	@Test
	void aRequiredServerStopsIfAllConnectOnFirstUse() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  startup: lazy
				  servers.github:
				    url: http://localhost/mcp
				    required: true
				""").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.servers.github.required");
	}

	@Test
	void anUnresolvedPlaceholderStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  headers:
				    Authorization: Bearer s3cret ${GITHUB_TOKEN}
				""").fail();
		assertThat(analysis.getDescription())
			.startsWith("MCP server 'github': 'headers.authorization' holds the placeholder '${GITHUB_TOKEN}'")
			.contains("has no value", "application.yml] - 4:")
			.doesNotContain("s3cret");
		assertThat(analysis.getAction()).contains("Set 'GITHUB_TOKEN'", "'${GITHUB_TOKEN:…}'");
	}

	@ParameterizedTest
	@CsvSource({ "command, ${NOWHERE}", "args, 'a,${NOWHERE}'", "'args[0]', ${NOWHERE}", "env.TOKEN, ${NOWHERE}",
			"cwd, ${NOWHERE}/x", "tool-timeout, ${NOWHERE}", "required, ${NOWHERE}", "encoding, ${NOWHERE}",
			"roots, 'file:///${NOWHERE}'" })
	void anUnresolvedPlaceholderStopsWhereverItIs(String key, String value) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.files:
				  %s: '%s'
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription()).contains("holds the placeholder '${NOWHERE}', which has no value",
				"application.yml] - 2:");
	}

	@Test
	void anUnresolvedPlaceholderInADefaultStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  servers.github.url: http://localhost/mcp
				  defaults.headers.X-Token: ${NOWHERE}
				""").fail();
		assertThat(analysis.getDescription()).contains("'${NOWHERE}'", "mcp.client.defaults.headers",
				"application.yml] - 3:");
	}

	@Test
	void anSslBundleThatDoesNotExistStops() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.github:
				  url: https://localhost/mcp
				  ssl-bundle: corporate
				""").fail();
		assertThat(analysis.getDescription()).contains("names the SSL bundle 'corporate', which does not exist",
				"Property: mcp.client.servers.github.ssl-bundle", "application.yml] - 3:");
	}

	@ParameterizedTest
	@CsvSource({ "servers, x", "servers.github, http://s3cret@host", "defaults, x", "servers.github.headers, s3cret",
			"servers.github.reconnect, true", "defaults.env, s3cret" })
	void aValueInThePlaceOfKeysStops(String key, String value) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.%s: %s
				""".formatted(key, value)).fail();
		assertThat(analysis.getDescription())
			.contains("has a value, but should have keys below it", "Property: mcp.client." + key)
			.doesNotContain("s3cret");
	}

}
