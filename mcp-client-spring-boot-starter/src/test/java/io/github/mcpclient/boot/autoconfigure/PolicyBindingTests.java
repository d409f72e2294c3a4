package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.github.mcpclient.ToolNaming;
import io.github.mcpclient.boot.autoconfigure.ApprovalProperties.Need;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What becomes of each shape of a policy, alone and under a profile or an environment
 * variable: it works, or it stops the application, and no part is lost without a word.
 */
class PolicyBindingTests {

	private static final String GITHUB = """
			mcp.client:
			  startup: lazy
			  servers.github:
			    url: http://localhost:1/mcp
			""";

	private static final String APPROVAL = "MCP_CLIENT_SERVERS_GITHUB_APPROVAL";

	@Test
	void everyPropertyOfAPolicyIsBound() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				    cache-tools: true
				    tools-cache-ttl: 5m
				    tool-filter: { allow: ["search_*", "x/y"], block: ["search_all", "a b"], enforce: false }
				    approval: { default: never, always: ["delete_*", "yes"], never: ["delete_draft"], timeout: 30s }
				    retry: { max-retries: 3, backoff: 2s, max-backoff: 20s, jitter: 0.5, ambiguous: true }
				    max-concurrent-requests: 1
				    use-structured-content: true
				    validate-output: true
				    ignore-initialized-notification-failure: true
				"""));
		assertThat(server.isCacheTools()).isTrue();
		assertThat(server.getToolsCacheTtl()).isEqualTo(Duration.ofMinutes(5));
		assertThat(server.getToolFilter())
			.isEqualTo(new ToolFilterProperties(List.of("search_*", "x/y"), List.of("search_all", "a b"), false));
		assertThat(server.getApproval()).isEqualTo(new ApprovalProperties(Need.NEVER, List.of("delete_*", "yes"),
				List.of("delete_draft"), Duration.ofSeconds(30)));
		assertThat(server.getRetry().getMaxRetries()).isEqualTo(3);
		assertThat(server.getRetry().getBackoff()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.getRetry().getMaxBackoff()).isEqualTo(Duration.ofSeconds(20));
		assertThat(server.getRetry().getJitter()).isEqualTo(0.5);
		assertThat(server.getRetry().isAmbiguous()).isTrue();
		assertThat(server.getMaxConcurrentRequests()).isEqualTo(1);
		assertThat(server.isUseStructuredContent()).isTrue();
		assertThat(server.isValidateOutput()).isTrue();
		assertThat(server.isIgnoreInitializedNotificationFailure()).isTrue();
	}

	@Test
	void nothingIsRestrictedByDefault() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB));
		assertThat(server.getToolFilter()).isNull();
		assertThat(server.getApproval()).isNull();
		assertThat(server.getRetry().getMaxRetries()).isZero();
		assertThat(server.getToolsCacheTtl()).isZero();
		assertThat(server.getMaxConcurrentRequests()).isZero();
	}

	@Test
	void whatConcernsAllServersIsBound() {
		try (ConfigurableApplicationContext context = TestApplication.yaml("""
				mcp.client:
				  record-payloads: true
				  tools: { naming: prefix-on-conflict, strict-schemas: true }
				""").run()) {
			McpClientProperties properties = context.getBean(McpClientProperties.class);
			assertThat(properties.isRecordPayloads()).isTrue();
			assertThat(properties.getTools().getNaming()).isEqualTo(ToolNaming.PREFIX_ON_CONFLICT);
			assertThat(properties.getTools().isStrictSchemas()).isTrue();
		}
	}

	@ParameterizedTest
	@CsvSource({ "always, ALWAYS", "never, NEVER", "true, ALWAYS", "false, NEVER", "'\"true\"', ALWAYS",
			"ALWAYS, ALWAYS", "yes, ALWAYS", "no, NEVER", "'${NEED:always}', ALWAYS" })
	void oneWordIsAWholeApproval(String word, Need need) {
		ApprovalProperties approval = approval(TestApplication.yaml(GITHUB + "    approval: " + word));
		assertThat(approval).isEqualTo(new ApprovalProperties(need, List.of(), List.of(), Duration.ofMinutes(2)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "{ always: [a] } | false", "{ never: [a] } | true", //
			"{ always: [a], never: [b] } | false", "{ default: always, always: [a] } | true",
			"{ default: never, never: [a] } | false", "{ default: always } | true" })
	void toolsInNeitherListNeedApprovalIfTheDefaultOrTheOtherListSaysSo(String yaml, boolean needed) {
		assertThat(approval(TestApplication.yaml(GITHUB + "    approval: " + yaml)).isNeededByOthers())
			.isEqualTo(needed);
	}

	@Test
	void anEmptyAllowListIsOne() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + "    tool-filter: { allow: [] }"));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(List.of(), null, true));
	}

	@Test
	void aServerHasThePolicyOfTheDefaults() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				  defaults:
				    tool-filter: { block: [b] }
				    approval: always
				    retry: { max-retries: 2, jitter: 0 }
				    max-concurrent-requests: 4
				    tools-cache-ttl: 1m
				"""));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(null, List.of("b"), true));
		assertThat(server.getApproval()).isEqualTo(ApprovalProperties.of("always"));
		assertThat(server.getRetry().getMaxRetries()).isEqualTo(2);
		assertThat(server.getMaxConcurrentRequests()).isEqualTo(4);
		assertThat(server.getToolsCacheTtl()).isEqualTo(Duration.ofMinutes(1));
	}

	@Test
	void aServersOwnPolicyReplacesThatOfTheDefaultsAsAWhole() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				    tool-filter.allow: [a]
				    approval.never: [a]
				    retry.jitter: 1
				  defaults:
				    tool-filter: { block: [b], enforce: false }
				    approval: { default: never, always: [b], timeout: 1s }
				    retry: { max-retries: 2, jitter: 0 }
				"""));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(List.of("a"), null, true));
		assertThat(server.getApproval())
			.isEqualTo(new ApprovalProperties(null, List.of(), List.of("a"), Duration.ofMinutes(2)));
		assertThat(server.getRetry().getMaxRetries()).isEqualTo(2);
		assertThat(server.getRetry().getJitter()).isEqualTo(1);
	}

	@Test
	void aServersOneWordReplacesTheKeysOfTheDefaultsAndTheOtherWayRound() {
		assertThat(approval(TestApplication.yaml(GITHUB + """
				    approval: never
				  defaults.approval: { default: always, timeout: 1s }
				"""))).isEqualTo(ApprovalProperties.of("never"));
		assertThat(approval(TestApplication.yaml(GITHUB + """
				    approval.always: [a]
				  defaults.approval: always
				""")).always()).containsExactly("a");
	}

	@Test
	void aProfileReplacesAPolicyAsAWhole() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				    tool-filter: { allow: [a, b], block: [c], enforce: false }
				    approval: { default: always, never: [a], timeout: 1s }
				""").profile("""
				mcp.client.servers.github:
				  tool-filter.block: [d]
				  approval.always: [b]
				"""));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(null, List.of("d"), true));
		assertThat(server.getApproval())
			.isEqualTo(new ApprovalProperties(null, List.of("b"), List.of(), Duration.ofMinutes(2)));
	}

	@Test
	void aProfileReplacesPoliciesOfTheDefaultsAsAWhole() {
		assertThat(approval(
				TestApplication.yaml(GITHUB + "  defaults.approval: { default: never, always: [a], timeout: 1s }")
					.profile("mcp.client.defaults.approval: { default: always }")))
			.isEqualTo(ApprovalProperties.of("always"));
	}

	@Test
	void aVariableReplacesAPolicyAsAWhole() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				    tool-filter: { allow: [a, b], block: [c], enforce: false }
				    approval: { default: always, never: [a], timeout: 1s }
				""")
			.variable("MCP_CLIENT_SERVERS_GITHUB_TOOLFILTER_ALLOW", "x,y")
			.variable(APPROVAL + "_ALWAYS_0", "b")
			.variable(APPROVAL + "_TIMEOUT", "5s"));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(List.of("x", "y"), null, true));
		assertThat(server.getApproval())
			.isEqualTo(new ApprovalProperties(null, List.of("b"), List.of(), Duration.ofSeconds(5)));
	}

	@Test
	void aVariableWithUnderscoresForDashesReplacesAPolicyAsAWhole() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + "    tool-filter: { block: [c] }")
			.variable("MCP_CLIENT_SERVERS_GITHUB_TOOL_FILTER_ALLOW_0", "x"));
		assertThat(server.getToolFilter()).isEqualTo(new ToolFilterProperties(List.of("x"), null, true));
	}

	@Test
	void aProfileOrVariableReplacesOneWordByAnother() {
		assertThat(approval(TestApplication.yaml(GITHUB + "    approval: never")
			.profile("mcp.client.servers.github.approval: always"))).isEqualTo(ApprovalProperties.of("always"));
		assertThat(approval(TestApplication.yaml(GITHUB + "    approval: never").variable(APPROVAL, "always")))
			.isEqualTo(ApprovalProperties.of("always"));
	}

	@Test
	void keysOfRetryInSeveralPlacesUnite() {
		McpServerProperties server = bind(TestApplication.yaml(GITHUB + """
				    retry: { max-retries: 1, backoff: 2s }
				  defaults.retry.ambiguous: true
				""")
			.profile("mcp.client.servers.github.retry.max-backoff: 9s")
			.variable("MCP_CLIENT_SERVERS_GITHUB_RETRY_MAXRETRIES", "5"));
		assertThat(server.getRetry().getMaxRetries()).isEqualTo(5);
		assertThat(server.getRetry().getBackoff()).isEqualTo(Duration.ofSeconds(2));
		assertThat(server.getRetry().getMaxBackoff()).isEqualTo(Duration.ofSeconds(9));
		assertThat(server.getRetry().isAmbiguous()).isTrue();
	}

	@Test
	void aSystemPropertyReplacesAPolicyAsAWhole() {
		System.setProperty("mcp.client.servers.github.approval.default", "always");
		try {
			assertThat(approval(TestApplication.yaml(GITHUB + "    approval: { default: never, always: [a] }")))
				.isEqualTo(ApprovalProperties.of("always"));
		}
		finally {
			System.clearProperty("mcp.client.servers.github.approval.default");
		}
	}

	@Test
	void anArgumentReplacesAPolicyAsAWhole() {
		assertThat(approval(TestApplication.yaml(GITHUB + "    approval: { default: never, always: [a] }")
			.args("--mcp.client.servers.github.approval.never=search_*")).isNeededByOthers()).isTrue();
	}

	@Test
	void oneWordInAFileAndAKeyInAVariableStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval: always")
			.variable(APPROVAL + "_TIMEOUT", "10m")
			.fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'github': 'approval' has a value, and also keys")
			.contains("application.yml] - 5:", APPROVAL + "_TIMEOUT", "Property: mcp.client.servers.github.approval");
		assertThat(analysis.getAction()).contains("'mcp.client.servers.github.approval.default'");
	}

	@Test
	void keysInAFileAndOneWordInAVariableStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval: { default: always, timeout: 10m }")
			.variable(APPROVAL, "never")
			.fail();
		assertThat(analysis.getDescription()).contains("'approval' has a value, and also keys", "application.yml] - 5:",
				APPROVAL);
	}

	@Test
	void keysInAFileAndOneWordInAProfileStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval.always: [a]")
			.profile("mcp.client.servers.github.approval: never")
			.fail();
		assertThat(analysis.getDescription()).contains("'approval' has a value, and also keys", "application.yml] - 5:",
				"application-test.yml] - 1:");
	}

	@Test
	void oneWordAndAKeyInTheDefaultsStop() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "  defaults.approval: always")
			.variable("MCP_CLIENT_DEFAULTS_APPROVAL_NEVER_0", "search")
			.fail();
		assertThat(analysis.getDescription()).contains("has a value, and also keys below it",
				"Property: mcp.client.defaults.approval");
	}

	@ParameterizedTest
	@CsvSource({ "_TIMEOUT, 10m", "_ALWAYS, ''", "_NEVER, ''" })
	void aVariableThatSaysNothingOfAnyToolStops(String key, String value) {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval: { default: always, never: [a] }")
			.variable(APPROVAL + key, value)
			.fail();
		assertThat(analysis.getDescription()).contains(
				"'approval' says nothing of any tool, and replaces all that is said elsewhere", "application.yml] - 5:",
				APPROVAL + key);
		assertThat(analysis.getAction()).contains("always or never, or at least one of the keys", "all in one place");
	}

	@Test
	void aVariableThatMakesAFilterSayNothingStops() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    tool-filter: { allow: [a] }")
			.variable("MCP_CLIENT_SERVERS_GITHUB_TOOLFILTER_ENFORCE", "true")
			.fail();
		assertThat(analysis.getDescription()).contains("'tool-filter' says nothing of any tool",
				"application.yml] - 5:", "TOOLFILTER_ENFORCE");
	}

	@Test
	void aMisspeltVariableStops() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB).variable(APPROVAL + "_DEFUALT", "always").fail();
		assertThat(analysis.getDescription()).contains("'approval.defualt' is no known property",
				APPROVAL + "_DEFUALT");
		assertThat(analysis.getAction()).contains("Did you mean 'default'?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "    approval:", "    approval: ''", "  defaults.approval:", "    tool-filter:" })
	void anEmptyPolicyStops(String yaml) {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + yaml).fail();
		assertThat(analysis.getDescription()).contains(" is empty", "application.yml] - 5:");
		assertThat(analysis.getAction()).startsWith("Remove it, or write ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "    approval: {}", "    tool-filter: {}" })
	void aPolicyOfNoKeysStops(String yaml) {
		assumeThat(SpringBootVersion.getVersion()).as("what 4.0 does not even load").doesNotStartWith("4.0.");
		assertThat(TestApplication.yaml(GITHUB + yaml).fail().getDescription()).contains(" is empty",
				"application.yml");
	}

	@Test
	void anEmptyPolicyInAProfileStops() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval: always")
			.profile("mcp.client.servers.github.approval:")
			.fail();
		assertThat(analysis.getDescription()).contains("'approval' is empty", "application-test.yml] - 1:");
	}

	@Test
	void anEmptyVariableStops() {
		FailureAnalysis analysis = TestApplication.yaml(GITHUB + "    approval: always").variable(APPROVAL, "").fail();
		assertThat(analysis.getDescription()).contains("'approval' is empty", APPROVAL);
	}

	private static ApprovalProperties approval(TestApplication application) {
		ApprovalProperties approval = bind(application).getApproval();
		assertThat(approval).isNotNull();
		return approval;
	}

	private static McpServerProperties bind(TestApplication application) {
		try (ConfigurableApplicationContext context = application.run()) {
			McpServerProperties properties = context.getBean(McpClientProperties.class).getServers().get("github");
			assertThat(properties).isNotNull();
			return properties;
		}
	}

}
