package io.github.mcpclient.boot.autoconfigure;

import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.github.mcpclient.boot.McpServerFactory;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How servers of the configuration become beans.
 */
class McpServerBeanTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("mcp.client.startup=LAZY", "mcp.client.servers.files.command=files-server",
				"mcp.client.servers.github.url=http://localhost:1/mcp",
				"mcp.client.servers.github-issues.url=http://localhost:2/mcp");

	@Test
	void eachServerIsABeanOfItsName() {
		this.runner.run((context) -> {
			assertThat(context.getBeansOfType(McpServer.class)).containsOnlyKeys("files", "github", "github-issues");
			assertThat(context.getBean("files", McpServer.class).name()).isEqualTo("files");
		});
	}

	@Test
	void fieldsAndParametersFindTheServerThatIsNamedLikeThem() {
		this.runner.withUserConfiguration(Injected.class).run((context) -> {
			Injected injected = context.getBean(Injected.class);
			assertThat(injected.files.name()).isEqualTo("files");
			assertThat(injected.github.name()).isEqualTo("github");
			assertThat(injected.githubIssues.name()).isEqualTo("github-issues");
		});
	}

	@Test
	void aQualifierFindsTheServerOfThatName() {
		this.runner.withUserConfiguration(Injected.class).run((context) -> {
			Injected injected = context.getBean(Injected.class);
			assertThat(injected.qualified.name()).isEqualTo("github");
			assertThat(injected.qualifiedByAlias.name()).isEqualTo("github-issues");
		});
	}

	@Test
	void aMapHasAllServersByTheirName() {
		this.runner.withUserConfiguration(Injected.class)
			.run((context) -> assertThat(context.getBean(Injected.class).all.keySet()).containsExactly("files",
					"github", "github-issues"));
	}

	@Test
	void theManagerHasAllServersAndThoseOfTheApplication() {
		this.runner.withUserConfiguration(OwnServer.class)
			.run((context) -> assertThat(context.getBean(McpServerManager.class).servers().keySet())
				.containsExactlyInAnyOrder("own", "files", "github", "github-issues"));
	}

	@Test
	void aServerThatIsNoCandidateForInjectionDoesNotJoin() {
		this.runner.withUserConfiguration(HiddenServer.class)
			.run((context) -> assertThat(context.getBean(McpServerManager.class).servers()).containsOnlyKeys("files",
					"github", "github-issues"));
	}

	@Test
	void aServerThatIsNotEnabledIsNoBean() {
		this.runner.withPropertyValues("mcp.client.servers.github.enabled=false")
			.run((context) -> assertThat(context.getBeansOfType(McpServer.class)).containsOnlyKeys("files",
					"github-issues"));
	}

	@Test
	void serversCanBeDisabledByDefault() {
		this.runner.withPropertyValues("mcp.client.defaults.enabled=false", "mcp.client.servers.github.enabled=true")
			.run((context) -> assertThat(context.getBeansOfType(McpServer.class)).containsOnlyKeys("github"));
	}

	@Test
	void nothingIsThereIfTheClientIsNotEnabled() {
		this.runner.withPropertyValues("mcp.client.enabled=false", "mcp.client.servers.files.url=http://localhost/")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(McpServer.class)
				.doesNotHaveBean(McpServerManager.class)
				.doesNotHaveBean(McpClientLifecycle.class));
	}

	@Test
	void nothingIsConfiguredWithoutServers() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(McpServer.class);
				assertThat(context.getBean(McpServerManager.class).servers()).isEmpty();
			});
	}

	@Test
	void theFactoryCreatesMoreServersOfTheSameProperties() {
		this.runner.run((context) -> {
			McpServerFactory factory = context.getBean(McpServerFactory.class);
			assertThat(factory.create("files")).isNotSameAs(context.getBean("files"))
				.extracting(McpServer::name)
				.isEqualTo("files");
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Injected {

		@Autowired
		McpServer github;

		@Autowired
		@Qualifier("github")
		McpServer qualified;

		@Autowired
		@Qualifier("githubIssues")
		McpServer qualifiedByAlias;

		@Autowired
		Map<String, McpServer> all;

		final McpServer files;

		final McpServer githubIssues;

		Injected(McpServer files, McpServer githubIssues) {
			this.files = files;
			this.githubIssues = githubIssues;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnServer {

		@Bean
		McpServer ownServer() {
			return new UserServer("own");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HiddenServer {

		@Bean(autowireCandidate = false)
		McpServer hidden() {
			return new UserServer("own");
		}

	}

}
