package io.github.mcpclient.boot.autoconfigure;

import io.github.mcpclient.McpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What servers can be named, and what happens if a name is taken.
 */
class McpServerNameTests {

	@ParameterizedTest
	@ValueSource(strings = { "github", "github-issues", "a1-b2-3", "x" })
	void lowerCaseWordsWithDashesAreNames(String name) {
		try (ConfigurableApplicationContext context = TestApplication.yaml("""
				mcp.client:
				  startup: lazy
				  servers.%s.url: http://localhost:1/mcp
				""".formatted(name)).run()) {
			assertThat(context.getBean(name, McpServer.class).name()).isEqualTo(name);
		}
	}

	@ParameterizedTest
	@CsvSource({ "my_files, my-files", "MyFiles, my-files", "'\"[my files]\"', my-files", "files-, files",
			"'\"[my/files]\"', my-files", "2files, files", "my--files, my-files", "'\"[my.files]\"', my-files" })
	void anythingElseIsNone(String name, String suggestion) {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  %s:
				    url: http://localhost:1/mcp
				""".formatted(name)).fail();
		assertThat(analysis.getDescription()).contains("has no valid name", "application.yml] - 3:");
		assertThat(analysis.getAction()).contains("Rename the server, to '" + suggestion + "'");
	}

	@Test
	void aListOfServersIsNone() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  - url: http://localhost:1/mcp
				""").fail();
		assertThat(analysis.getDescription()).contains("has no valid name");
		assertThat(analysis.getAction()).contains("'my-server' for example");
	}

	@Test
	void twoNamesThatDifferInDashesOnlyStop() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  my-files.command: files
				  myfiles.command: files
				""").fail();
		assertThat(analysis.getDescription()).contains("MCP server 'myfiles' has the same name as 'my-files'",
				"application.yml] - ");
		assertThat(analysis.getAction()).contains("Rename one of them");
	}

	@Test
	void twoNamesThatDifferInPunctuationOnlyStop() {
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  my-files.command: files
				  my_files.command: files
				""").fail();
		assertThat(analysis.getDescription()).contains("MCP server 'my_files' has ", "application.yml] - ");
		assertThat(analysis.getAction()).startsWith("Rename ");
	}

	@Test
	void aVariableForANameWithDashesStops() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.my-files.url: http://localhost:1/mcp")
			.variable("MCP_CLIENT_SERVERS_MYFILES_URL", "http://localhost:2/mcp")
			.fail();
		assertThat(analysis.getDescription()).contains("MCP server 'myfiles' has the same name as 'my-files'",
				"System Environment Property \"MCP_CLIENT_SERVERS_MYFILES_URL\"");
		assertThat(analysis.getAction()).contains("use a placeholder");
	}

	@Test
	void aVariableWithUnderscoresIsNoServerOfItsOwn() {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers.my-files.url: http://localhost:1/mcp")
			.variable("MCP_CLIENT_SERVERS_MY_FILES_URL", "http://localhost:2/mcp")
			.fail();
		assertThat(analysis.getDescription()).contains("MCP server 'my' has neither a command nor a URL",
				"System Environment Property \"MCP_CLIENT_SERVERS_MY_FILES_URL\"");
	}

	@ParameterizedTest
	@CsvSource({ "environment, environment", "system-properties, systemProperties",
			"conversion-service, conversionService", "message-source, messageSource",
			"lifecycle-processor, lifecycleProcessor", "task-executor, taskExecutor",
			"application-startup, applicationStartup" })
	void aNameOfSpringsOwnStops(String name, String bean) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers." + name + ".command: npx").fail();
		assertThat(analysis.getDescription()).startsWith("MCP server '" + name + "' cannot become a bean")
			.contains("'" + bean + "' is that of another bean, a bean of Spring's own", "application.yml] - 1:");
		assertThat(analysis.getAction()).isEqualTo("Rename the server or the bean.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "mcp-server-manager", "mcp-server-factory", "mcp-client-lifecycle" })
	void aNameOfOurOwnBeansStops(String name) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers." + name + ".command: npx").fail();
		assertThat(analysis.getDescription()).startsWith("MCP server '" + name + "' cannot become a bean")
			.contains("McpClientAutoConfiguration");
		assertThat(analysis.getAction()).isEqualTo("Rename the server or the bean.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "taken", "also-taken" })
	void aNameOfABeanOfTheApplicationStops(String name) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers." + name + ".command: npx")
			.sources(OwnBeans.class)
			.fail();
		assertThat(analysis.getDescription()).startsWith("MCP server '" + name + "' cannot become a bean")
			.contains("OwnBeans", "application.yml] - 1:");
		assertThat(analysis.getAction()).isEqualTo("Rename the server or the bean.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "taken", "also-taken" })
	void aNameOfABeanStopsEvenIfOverridingIsAllowed(String name) {
		FailureAnalysis analysis = TestApplication.yaml("""
				spring.main.allow-bean-definition-overriding: true
				mcp.client.servers.%s.command: npx
				""".formatted(name)).sources(OwnBeans.class).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server '" + name + "' cannot become a bean");
	}

	@ParameterizedTest
	@ValueSource(strings = { "late", "also-late" })
	void aNameOfABeanThatIsRegisteredLaterStops(String name) {
		FailureAnalysis analysis = TestApplication.yaml("mcp.client.servers." + name + ".command: npx")
			.sources(Late.class)
			.fail();
		assertThat(analysis.getDescription()).startsWith("MCP server '" + name + "' cannot become a bean")
			.contains("LateAutoConfiguration");
		assertThat(analysis.getAction()).isEqualTo("Rename the server or the bean.");
	}

	@Test
	void anAliasThatIsTakenByALaterBeanStopsEvenIfOverridingIsAllowed() {
		FailureAnalysis analysis = TestApplication.yaml("""
				spring.main.allow-bean-definition-overriding: true
				mcp.client.servers.also-late.command: npx
				""").sources(Late.class).fail();
		assertThat(analysis.getDescription()).startsWith("MCP server 'also-late' cannot become a bean");
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		String taken() {
			return "taken";
		}

		@Bean
		String alsoTaken() {
			return "alsoTaken";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LateAutoConfiguration.class)
	static class Late {

	}

	@AutoConfiguration(after = McpClientAutoConfiguration.class)
	public static final class LateAutoConfiguration {

		@Bean
		String late() {
			return "late";
		}

		@Bean
		String alsoLate() {
			return "alsoLate";
		}

	}

}
