package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.mcpclient.Approval;
import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.ApprovalPolicy;
import io.github.mcpclient.CallContext;
import io.github.mcpclient.FailureFunction;
import io.github.mcpclient.McpApprovalException;
import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpToolNotAllowedException;
import io.github.mcpclient.McpTools;
import io.github.mcpclient.MetaResolver;
import io.github.mcpclient.ToolFilter;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which beans are part of the policy of which servers.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class PolicyBeansTests {

	private static HttpMcpServer remote;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("mcp.client.startup=lazy", "mcp.client.servers.github.url=" + remote.url(),
				"mcp.client.servers.my-files.url=" + remote.url());

	@BeforeAll
	static void startServer() {
		remote = HttpMcpServer.start();
	}

	@AfterAll
	static void stopServer() {
		remote.close();
	}

	@Test
	void aHandlerApprovesCallsOfAllServers(CapturedOutput output) {
		this.runner.withPropertyValues("mcp.client.defaults.approval=always")
			.withUserConfiguration(CommonHandler.class)
			.run((context) -> {
				assertThat(call(context, "github", "echo")).isEqualTo("hello");
				assertThat(call(context, "my-files", "echo")).isEqualTo("hello");
				assertThat(context.getBean(CommonHandler.class).asked).containsExactly("github", "my-files");
				assertThat(output).doesNotContain("there is no ApprovalHandler bean");
			});
	}

	@Test
	void aQualifiedHandlerDecidesForItsServerOnly(CapturedOutput output) {
		this.runner.withPropertyValues("mcp.client.defaults.approval=always")
			.withUserConfiguration(QualifiedHandler.class)
			.run((context) -> {
				assertThat(output).containsOnlyOnce("MCP server 'github': there is no ApprovalHandler bean")
					.doesNotContain("MCP server 'my-files': there is no ApprovalHandler bean");
				assertThat(call(context, "my-files", "echo")).isEqualTo("changed");
				assertThatExceptionOfType(McpApprovalException.class).isThrownBy(() -> call(context, "github", "echo"));
			});
	}

	@Test
	void twoHandlersStop() {
		this.runner.withBean("one", ApprovalHandler.class, () -> (request) -> Approval.approve())
			.withBean("two", ApprovalHandler.class, () -> (request) -> Approval.deny("no"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("MCP server 'github' has more than one ApprovalHandler"));
	}

	@Test
	void aPolicyIsABeanThatSeesTheContext(CapturedOutput output) {
		this.runner
			.withBean(ApprovalPolicy.class, () -> (context, tool) -> !context.attributes().containsKey("trusted"))
			.run((context) -> {
				assertThat(output).contains("MCP server 'github': there is no ApprovalHandler bean");
				assertThatExceptionOfType(McpApprovalException.class).isThrownBy(() -> call(context, "github", "echo"));
			});
	}

	@Test
	void aPolicyOfNamesNeedsNoContext() {
		this.runner.withBean(ApprovalPolicy.class, () -> ApprovalPolicy.named(false, List.of("echo"), List.of()))
			.run((context) -> {
				assertThat(call(context, "github", "directory")).isNotEmpty();
				assertThatExceptionOfType(McpApprovalException.class).isThrownBy(() -> call(context, "github", "echo"));
			});
	}

	@Test
	void aPolicyInPropertiesAndABeanStop() {
		this.runner.withPropertyValues("mcp.client.servers.github.approval.never=echo")
			.withBean("cautious", ApprovalPolicy.class, ApprovalPolicy::always)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidMcpClientConfigurationException.class)
				.hasMessageStartingWith("MCP server 'github': 'approval' is set")
				.hasMessageContaining("the ApprovalPolicy bean 'cautious'")
				.hasMessageContaining("mcp.client.servers.github.approval")
				.hasMessageContaining("Remove one of them"));
	}

	@Test
	void aPolicyInTheDefaultsAndABeanStop() {
		this.runner.withPropertyValues("mcp.client.defaults.approval=never")
			.withBean("cautious", ApprovalPolicy.class, ApprovalPolicy::always)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("mcp.client.defaults.approval")
				.hasMessageContaining("MCP server 'github'")
				.hasMessageContaining("'cautious'"));
	}

	@Test
	void aPolicyInPropertiesAndABeanForAnotherServerGoTogether() {
		this.runner.withPropertyValues("mcp.client.servers.github.approval=never")
			.withUserConfiguration(QualifiedPolicy.class)
			.run((context) -> {
				assertThat(call(context, "github", "echo")).isEqualTo("hello");
				assertThatExceptionOfType(McpApprovalException.class)
					.isThrownBy(() -> call(context, "my-files", "echo"));
			});
	}

	@Test
	void aToolHasToPassTheFilterOfThePropertiesAndAllBeans() {
		this.runner.withPropertyValues("mcp.client.servers.my-files.tool-filter.block=env,echo")
			.withUserConfiguration(Filters.class)
			.run((context) -> {
				assertThat(tools(context, "my-files")).doesNotContain("env", "echo", "roots", "log").contains("meta");
				assertThat(tools(context, "github")).doesNotContain("roots").contains("env", "echo", "log");
				assertThatExceptionOfType(McpToolNotAllowedException.class)
					.isThrownBy(() -> call(context, "my-files", "echo"));
				assertThatExceptionOfType(McpToolNotAllowedException.class)
					.isThrownBy(() -> call(context, "my-files", "log"));
				assertThat(call(context, "github", "echo")).isEqualTo("hello");
			});
	}

	@Test
	void aFilterThatIsNotEnforcedOnlyHidesWhatBeansExclude() {
		this.runner
			.withPropertyValues("mcp.client.servers.github.tool-filter.block=env",
					"mcp.client.servers.github.tool-filter.enforce=false")
			.withBean(ToolFilter.class, () -> (context, tool) -> !tool.name().equals("echo"))
			.run((context) -> {
				assertThat(tools(context, "github")).doesNotContain("env", "echo");
				assertThat(call(context, "github", "echo")).isEqualTo("hello");
				assertThatExceptionOfType(McpToolNotAllowedException.class)
					.isThrownBy(() -> call(context, "my-files", "echo"));
			});
	}

	@Test
	void beansOfAPolicyCanHaveAServerInjected() {
		this.runner.withPropertyValues("mcp.client.defaults.approval=always")
			.withUserConfiguration(WithServers.class)
			.run((context) -> {
				assertThat(call(context, "my-files", "meta")).contains("github");
				assertThat(tools(context, "my-files")).containsExactly("meta");
			});
	}

	@Test
	void metaIsResolvedForTheServerItIsMeantFor() {
		this.runner.withUserConfiguration(Meta.class).run((context) -> {
			assertThat(call(context, "my-files", "meta")).contains("tenant=my-files/meta");
			assertThat(call(context, "github", "meta")).doesNotContain("tenant");
		});
	}

	@Test
	void credentialsAreGivenToTheServerTheyAreMeantFor() {
		this.runner.withPropertyValues("mcp.client.servers.my-files.headers.X-Other=other")
			.withUserConfiguration(Auth.class)
			.run((context) -> {
				assertThat(header(context, "my-files", "authorization")).isEqualTo("Bearer my-files");
				assertThat(header(context, "my-files", "x-other")).isEqualTo("other");
				assertThat(header(context, "github", "authorization")).isEqualTo("null");
			});
	}

	@Test
	void credentialsAreRenewedByTheBean() {
		List<String> renewed = new CopyOnWriteArrayList<>();
		McpAuthProvider provider = new McpAuthProviderBean(() -> new McpAuthProvider() {

			@Override
			public Map<String, String> headers(String serverName) {
				return Map.of("X-Server", serverName);
			}

			@Override
			public boolean renew(McpAuthorizationException refusal) {
				renewed.add("renewed");
				return true;
			}

		});
		assertThat(provider.headers("github")).containsEntry("X-Server", "github");
		assertThat(provider.renew(null)).isTrue();
		assertThat(renewed).hasSize(1);
	}

	@Test
	void aFailureFunctionTellsAModelOfFailures() {
		this.runner.withPropertyValues("mcp.client.defaults.approval=always")
			.withUserConfiguration(Failures.class)
			.run((context) -> {
				McpTools tools = context.getBean(McpTools.class);
				assertThat(tools.callForModel("mcp_github__echo", "{}", CallContext.empty()).asText())
					.isEqualTo("common: github echo");
				assertThat(tools.callForModel("mcp_my-files__echo", "{}", CallContext.empty()).asText())
					.isEqualTo("qualified: my-files echo");
			});
	}

	@Test
	void aBeanThatIsMeantForNoServerIsSaid(CapturedOutput output) {
		this.runner.withUserConfiguration(Misspelt.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("ApprovalHandler bean 'misspelt' serves no MCP server");
		});
	}

	private static List<String> tools(ApplicationContext context, String server) {
		return context.getBean(server, McpServer.class).listTools().stream().map(Tool::name).toList();
	}

	private static String header(ApplicationContext context, String server, String name) {
		return call(context, server, "header", Map.of("name", name));
	}

	private static String call(ApplicationContext context, String server, String tool) {
		return call(context, server, tool, Map.of("text", "hello"));
	}

	private static String call(ApplicationContext context, String server, String tool, Map<String, ?> arguments) {
		return ((TextContent) context.getBean(server, McpServer.class).callTool(tool, arguments).content().get(0))
			.text();
	}

	@Configuration(proxyBeanMethods = false)
	static class CommonHandler {

		final List<String> asked = new CopyOnWriteArrayList<>();

		@Bean
		ApprovalHandler handler() {
			return (request) -> {
				this.asked.add(request.serverName());
				return Approval.approve();
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedHandler {

		@Bean
		@Qualifier("my-files")
		ApprovalHandler handler() {
			return (request) -> Approval.approveWith(Map.of("text", "changed"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedPolicy {

		@Bean
		@Qualifier("my-files")
		ApprovalPolicy policy() {
			return ApprovalPolicy.always();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Filters {

		@Bean
		ToolFilter common() {
			return (context, tool) -> !tool.name().equals("roots");
		}

		@Bean
		@Qualifier("my-files")
		ToolFilter qualified() {
			return (context, tool) -> context.serverName().equals("my-files") && !tool.name().equals("log");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WithServers {

		@Bean
		ApprovalHandler handler(McpServer github) {
			return (request) -> github.name().equals("github") ? Approval.approve() : Approval.deny("no server");
		}

		@Bean
		ToolFilter filter(Map<String, McpServer> servers) {
			return (context, tool) -> servers.size() == 2 && tool.name().equals("meta");
		}

		@Bean
		MetaResolver meta(McpServer github) {
			return (call) -> Map.of("from", github.name());
		}

		@Bean
		McpAuthProvider auth(McpServer github) {
			return (server) -> Map.of("X-From", github.name());
		}

		@Bean
		FailureFunction failures(McpTools tools) {
			return (server, tool, failure) -> String.valueOf(tools);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Meta {

		@Bean
		@Qualifier("my-files")
		MetaResolver resolver() {
			return (call) -> Map.of("tenant", call.context().serverName() + "/" + call.name());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Auth {

		@Bean
		@Qualifier("my-files")
		McpAuthProvider provider() {
			return (server) -> Map.of("Authorization", "Bearer " + server);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Failures {

		@Bean
		FailureFunction common() {
			return (server, tool, failure) -> "common: %s %s".formatted(server, tool);
		}

		@Bean
		@Qualifier("my-files")
		FailureFunction qualified() {
			return (server, tool, failure) -> "qualified: %s %s".formatted(server, tool);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Misspelt {

		@Bean
		@Qualifier("my-file")
		ApprovalHandler misspelt() {
			return (request) -> Approval.approve();
		}

	}

}
