package io.github.mcpclient.boot.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a mistake in a policy leads to: one message with server, property, origin and what
 * to do. No tool is left unguarded because somebody mistyped.
 */
class InvalidPolicyTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "approval: { defualt: always } | approval.defualt | default",
					"approval: { default: always, allways: [a] } | approval.allways[0] | always",
					"tool-filter: { alow: [a] } | tool-filter.alow[0] | allow",
					"tool-filter: { allow: [a], blok: [b] } | tool-filter.blok[0] | block",
					"retry: { max-retry: 1 } | retry.max-retry | max-retries",
					"tool-filters: { allow: [a] } | tool-filters.allow[0] | tool-filter",
					"aproval: always | aproval | approval" })
	void aMisspeltKeyStopsWithTheClosestOne(String yaml, String key, String closest) {
		FailureAnalysis analysis = fail(yaml);
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': ")
			.contains("'" + key + "' is no known property", "application.yml] - 3:");
		assertThat(analysis.getAction()).contains("Did you mean '" + closest + "'?");
	}

	@ParameterizedTest
	@CsvSource({ "alwyas", "sometimes", "1", "'[always]'" })
	void aMisspeltWordStops(String word) {
		FailureAnalysis analysis = fail("approval: " + word);
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'approval");
		assertThat(analysis.getDescription()).contains("application.yml] - 3:");
	}

	@Test
	void aMisspeltWordIsShownWithWhatToWrite() {
		FailureAnalysis analysis = fail("approval: alwyas");
		assertThat(analysis.getDescription()).contains("has the value 'alwyas', which it cannot have");
		assertThat(analysis.getAction()).contains("Write always or never, or at least one of the keys default");
	}

	@ParameterizedTest
	@ValueSource(strings = { "sometimes", "true" })
	void aDefaultThatIsNoneStops(String value) {
		FailureAnalysis analysis = fail("approval: { default: " + value + ", always: [a] }");
		assertThat(analysis.getDescription()).contains("'approval.default' has the value '" + value + "'",
				"application.yml] - 3:");
		assertThat(analysis.getAction()).contains("one of always, never");
	}

	@ParameterizedTest
	@ValueSource(strings = { "approval: { always: { x/y: true } }", "approval: { never: { yes: true } }",
			"approval: { default: always, never: { search: true } }", "tool-filter: { allow: { x/y: '' } }",
			"tool-filter: { allow: [a], block: { x y: true } }" })
	void toolsAsKeysStop(String yaml) {
		FailureAnalysis analysis = fail(yaml);
		assertThat(analysis.getDescription()).contains("is no known property", "application.yml] - 3:");
		assertThat(analysis.getAction()).contains("is a list: write it as [\"one\", \"another\"]");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "approval: { always: [yes] } | approval.always[0] | true",
					"approval: { never: [a, off] } | approval.never[1] | false",
					"approval: { always: true } | approval.always | true", //
					"tool-filter: { allow: [012] } | tool-filter.allow[0] | 10", //
					"tool-filter: { block: no } | tool-filter.block | false" })
	void aToolWhoseNameYamlReadsAsSomethingElseStops(String yaml, String key, String read) {
		FailureAnalysis analysis = fail(yaml);
		assertThat(analysis.getDescription()).contains("'" + key + "' holds " + read + ", which is no text",
				"application.yml] - 3:");
		assertThat(analysis.getAction()).contains("in quotes");
	}

	@Test
	void aToolWhoseNameYamlReadsAsSomethingElseStopsInTheDefaults() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  servers.github.url: http://localhost/mcp
				  defaults.approval.always: [yes]
				""").fail();
		assertThat(analysis.getDescription()).contains("mcp.client.defaults.approval.always[0]", "holds true",
				"application.yml] - 3:");
	}

	@Test
	void otherSettingsMayBeNamedLikeThese() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.files:
				  command: npx
				  env: { approval.always: yes, tool-filter.allow: 1 }
				  tool-timeout: -1s
				""").fail();
		assertThat(analysis.getDescription()).contains("'tool-timeout' is negative");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "approval: { always: [''] } | approval.always", "approval: { never: [' '] } | approval.never",
					"approval: { always: [~] } | approval.always",
					"tool-filter: { allow: [a, ' b'] } | tool-filter.allow",
					"tool-filter: { block: ['b '] } | tool-filter.block" })
	void aToolWithABlankNameOrBlanksAroundItStops(String yaml, String key) {
		FailureAnalysis analysis = fail(yaml);
		assertThat(analysis.getDescription()).contains("'" + key + "' holds the name '", "blank",
				"application.yml] - 3:");
	}

	@Test
	void aToolInBothListsStops() {
		FailureAnalysis analysis = fail("approval: { always: [a, b], never: [c, b] }");
		assertThat(analysis.getDescription()).contains("'approval.never' lists 'b', and so does 'approval.always'",
				"application.yml] - 3:");
		assertThat(analysis.getAction()).contains("Remove it from one of them");
	}

	@ParameterizedTest
	@ValueSource(strings = { "approval: { timeout: 1m }", "approval: { always: [] }", "approval: { never: [] }",
			"tool-filter: { enforce: true }" })
	void aPolicyThatSaysNothingOfAnyToolStops(String yaml) {
		assertThat(fail(yaml).getDescription()).contains("says nothing of any tool", "application.yml] - 3:")
			.doesNotContain("replaces");
	}

	@ParameterizedTest
	@ValueSource(strings = { "tool-filter: search_*", "tool-filter: true", "retry: 3", "retry: true" })
	void aValueInThePlaceOfKeysStops(String yaml) {
		assertThat(fail(yaml).getDescription()).contains("has a value, but should have keys below it",
				"application.yml] - 3:");
	}

	@Test
	void aListInThePlaceOfKeysStops() {
		FailureAnalysis analysis = fail("tool-filter: [a]");
		assertThat(analysis.getDescription()).contains("'tool-filter[0]' is no known property");
		assertThat(analysis.getAction()).contains("The keys below 'mcp.client.servers.github.tool-filter' are allow,");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "retry.max-retries | -2 | is below -1: -2", "retry.backoff | -1s | is negative",
					"retry.backoff | 1m | is longer than 'retry.max-backoff'",
					"retry.max-backoff | 1ms | is shorter than 'retry.backoff'",
					"retry.jitter | 1.5 | is not between 0 and 1: 1.5", "retry.jitter | -0.1 | is not between 0 and 1",
					"retry.jitter | .NaN | is not between 0 and 1: NaN", "retry.jitter | 20% | has the value '20%'",
					"retry.ambiguous | maybe | has the value 'maybe'", "max-concurrent-requests | -1 | is negative: -1",
					"tools-cache-ttl | -1s | is negative", "use-structured-content | 2 | has the value '2'",
					"approval.timeout | soon | has the value 'soon'" })
	void anImpossibleValueStops(String key, String value, String problem) {
		FailureAnalysis analysis = fail(key + ": " + value);
		assertThat(analysis.getDescription()).contains(problem, "Property: mcp.client.servers.github.",
				"application.yml] - 3:");
	}

	@Test
	void aNegativeTimeoutOfApprovalStops() {
		assertThat(fail("approval: { default: always, timeout: -1s }").getDescription())
			.contains("'approval.timeout' is negative", "application.yml] - 3:");
	}

	@Test
	void anUnresolvedPlaceholderInAListStops() {
		assertThat(fail("approval: { always: [\"${NOWHERE}\"] }").getDescription())
			.contains("'approval.always[0]' holds the placeholder '${NOWHERE}', which has no value");
	}

	@Test
	void anUnresolvedPlaceholderInThePlaceOfOneWordStops() {
		assertThat(fail("approval: ${NOWHERE}").getDescription())
			.contains("'approval' holds the placeholder '${NOWHERE}', which has no value");
	}

	@Test
	void aListInAVariableThatDoesNotStartAtZeroStops() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.github.url: http://localhost/mcp")
			.variable("MCP_CLIENT_SERVERS_GITHUB_APPROVAL_ALWAYS_1", "delete")
			.fail();
		assertThat(analysis.getDescription()).contains("APPROVAL_ALWAYS_1");
	}

	@Test
	void whatIsForUrlsStopsForACommand() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.files:
				  command: npx
				  ignore-initialized-notification-failure: true
				""").fail();
		assertThat(analysis.getDescription()).contains("is for servers with a URL only");
	}

	@Test
	void aNamingThatIsNoneStops() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.tools.naming: suffix").fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.tools.naming", "has the value 'suffix'",
				"application.yml] - 1:");
		assertThat(analysis.getAction()).contains("one of prefix, original, prefix-on-conflict");
	}

	private static FailureAnalysis fail(String yaml) {
		return TestApplication.yaml("""
				mcp.client.servers.github:
				  url: http://localhost/mcp
				  %s
				""".formatted(yaml)).fail();
	}

}
