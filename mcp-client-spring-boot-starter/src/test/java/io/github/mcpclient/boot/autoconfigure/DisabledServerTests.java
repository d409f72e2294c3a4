package io.github.mcpclient.boot.autoconfigure;

import java.util.Map;
import java.util.Optional;

import io.github.mcpclient.McpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of those who ask for a server that is not enabled.
 */
class DisabledServerTests {

	private static final String DISABLED = """
			mcp.client:
			  startup: lazy
			  servers:
			    github-issues:
			      url: http://localhost:1/mcp
			      enabled: false
			""";

	private static final String ONE_OTHER = DISABLED + """
			    files:
			      command: files
			""";

	private static final String TWO_OTHERS = ONE_OTHER + """
			    memory:
			      command: memory
			""";

	@ParameterizedTest
	@ValueSource(classes = { Field.class, Parameter.class, ByQualifier.class, ByName.class })
	void askingForItStopsHoweverManyOthersThereAre(Class<?> asking) {
		for (String yaml : new String[] { DISABLED, ONE_OTHER, TWO_OTHERS }) {
			FailureAnalysis analysis = TestApplication.yaml(yaml).sources(asking).fail();
			assertThat(analysis.getDescription()).contains("needs MCP server 'github-issues', which is disabled",
					"Property: mcp.client.servers.github-issues.enabled", "application.yml] - 6:");
			assertThat(analysis.getAction())
				.contains("Set 'mcp.client.servers.github-issues.enabled' to true, or do without the server");
		}
	}

	@Test
	void aDefaultThatDisablesItIsNamed() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  servers.github-issues.url: http://localhost:1/mcp
				  defaults.enabled: false
				""").sources(Field.class).fail();
		assertThat(analysis.getDescription()).contains("Property: mcp.client.defaults.enabled",
				"application.yml] - 3:");
	}

	@Test
	void askingWithoutNeedGetsNone() {
		try (ConfigurableApplicationContext context = TestApplication.yaml(ONE_OTHER).sources(Optionals.class).run()) {
			Optionals optionals = context.getBean(Optionals.class);
			assertThat(optionals.provider.getIfAvailable()).isNull();
			assertThat(optionals.optional).isEmpty();
			assertThat(optionals.githubIssues).isNull();
		}
	}

	@Test
	void othersAreInjectedAllTheSame() {
		try (ConfigurableApplicationContext context = TestApplication.yaml(ONE_OTHER).sources(Others.class).run()) {
			Others others = context.getBean(Others.class);
			assertThat(others.files.name()).isEqualTo("files");
			assertThat(others.only.name()).isEqualTo("files");
			assertThat(others.githubIssues).containsOnlyKeys("files");
		}
	}

	@Test
	void askingForAServerStopsIfTheClientIsNotEnabled() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client:
				  enabled: false
				  servers.github-issues.url: http://localhost:1/mcp
				""").sources(Field.class).fail();
		assertThat(analysis.getDescription()).contains("'mcp.client.enabled' is false");
	}

	@Configuration(proxyBeanMethods = false)
	static class Field {

		@Autowired
		McpServer githubIssues;

	}

	@Configuration(proxyBeanMethods = false)
	static class Parameter {

		Parameter(McpServer githubIssues) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ByQualifier {

		ByQualifier(@Qualifier("github-issues") McpServer server) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ByName {

		@Autowired
		void lookUp(ConfigurableApplicationContext context) {
			context.getBean("github-issues", McpServer.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Optionals {

		@Autowired
		@Qualifier("github-issues")
		ObjectProvider<McpServer> provider;

		@Autowired
		@Qualifier("github-issues")
		Optional<McpServer> optional;

		@Autowired(required = false)
		McpServer githubIssues;

	}

	@Configuration(proxyBeanMethods = false)
	static class Others {

		@Autowired
		McpServer files;

		@Autowired
		McpServer only;

		@Autowired
		Map<String, McpServer> githubIssues;

	}

}
