package io.github.mcpclient.boot;

import java.util.Map;
import java.util.function.Consumer;

import io.github.mcpclient.Approval;
import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.McpApprovalException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.McpToolNotAllowedException;
import io.github.mcpclient.SamplingHandler;
import io.github.mcpclient.boot.autoconfigure.ApprovalProperties;
import io.github.mcpclient.boot.autoconfigure.McpClientAutoConfiguration;
import io.github.mcpclient.boot.autoconfigure.McpServerProperties;
import io.github.mcpclient.boot.autoconfigure.ToolFilterProperties;
import io.github.mcpclient.boot.health.McpClientHealthAutoConfiguration;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An application that is processed ahead of time, and then started from the generated
 * code.
 */
@Timeout(300)
class AheadOfTimeTests {

	@Test
	@CompileWithForkedClassLoader
	void serversAreBeansOfTheGeneratedApplication() {
		HttpMcpServer remote = HttpMcpServer.start();
		String[] properties = { "mcp.client.servers.github.url=" + remote.url(),
				"mcp.client.servers.my-files.url=" + remote.url(), "mcp.client.servers.off.url=" + remote.url(),
				"mcp.client.servers.off.enabled=false", "mcp.client.servers.my-files.approval=always",
				"mcp.client.servers.github.approval.always=echo", "mcp.client.servers.github.tool-filter.block=env" };
		process(properties, properties, (context) -> {
			Application application = context.getBean(Application.class);
			assertThat(application.github.name()).isEqualTo("github");
			assertThat(application.myFiles.name()).isEqualTo("my-files");
			assertThat(application.qualified).isSameAs(application.myFiles);
			assertThat(application.all).containsOnlyKeys("github", "my-files");
			assertThat(context.getBean(McpServerManager.class).servers()).containsOnlyKeys("github", "my-files");
			assertThat(context.getBean("mcpHealthContributor", CompositeHealthContributor.class).stream()).hasSize(2);
			await().untilAsserted(() -> assertThat(application.github.status().state()).isEqualTo(State.CONNECTED));
			assertThat(application.myFiles.callTool("sample", Map.of()).content().toString()).contains("sampled");
			assertThat(application.github.callTool("sample", Map.of()).content().toString()).contains("no sampling");
			assertThatExceptionOfType(McpApprovalException.class)
				.isThrownBy(() -> application.github.callTool("echo", Map.of()));
			assertThatExceptionOfType(McpToolNotAllowedException.class)
				.isThrownBy(() -> application.github.callTool("env", Map.of()));
		});
		remote.close();
	}

	@Test
	@CompileWithForkedClassLoader
	void theEnvironmentOfTheDayCounts() {
		HttpMcpServer remote = HttpMcpServer.start();
		String[] build = { "mcp.client.servers.github.url=http://build.example.com/mcp",
				"mcp.client.servers.github.headers.Authorization=Bearer ${TOKEN_THAT_IS_NOT_SET_WHILE_BUILDING}",
				"mcp.client.servers.my-files.url=http://build.example.com/mcp" };
		String[] run = { "mcp.client.servers.github.url=" + remote.url(),
				"mcp.client.servers.github.headers.Authorization=Bearer ${TOKEN}",
				"mcp.client.servers.my-files.url=" + remote.url(), "mcp.client.servers.another.url=" + remote.url(),
				"TOKEN=token" };
		process(build, run, (context) -> {
			McpServer github = context.getBean("github", McpServer.class);
			assertThat(github.callTool("header", Map.of("name", "authorization")).content().toString())
				.contains("Bearer token");
			assertThat(context.getBeansOfType(McpServer.class)).containsOnlyKeys("github", "my-files", "another");
		});
		remote.close();
	}

	private static void process(String[] build, String[] run, Consumer<GenericApplicationContext> test) {
		AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext();
		prepare(built, build);
		built.register(Application.class);
		TestGenerationContext generation = new TestGenerationContext(AheadOfTimeTests.class);
		new ApplicationContextAotGenerator().processAheadOfTime(built, generation);
		generation.writeGeneratedContent();
		assertThat(RuntimeHintsPredicates.reflection().onType(McpServerProperties.class))
			.accepts(generation.getRuntimeHints());
		assertThat(RuntimeHintsPredicates.reflection().onType(ToolFilterProperties.class))
			.accepts(generation.getRuntimeHints());
		assertThat(ApprovalProperties.class.getMethods()).filteredOn((method) -> method.getName().equals("of"))
			.hasSize(2)
			.allSatisfy((method) -> assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method))
				.accepts(generation.getRuntimeHints()));
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			try (GenericApplicationContext context = new GenericApplicationContext()) {
				prepare(context, run);
				@SuppressWarnings("unchecked")
				ApplicationContextInitializer<GenericApplicationContext> generated = compiled
					.getInstance(ApplicationContextInitializer.class);
				generated.initialize(context);
				context.refresh();
				test.accept(context);
			}
		});
	}

	private static void prepare(GenericApplicationContext context, String... properties) {
		context.setAllowBeanDefinitionOverriding(false);
		TestPropertyValues.of(properties).applyTo(context);
		ConfigurationPropertySources.attach(context.getEnvironment());
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ McpClientAutoConfiguration.class, McpClientHealthAutoConfiguration.class,
			SslAutoConfiguration.class })
	public static class Application {

		@Autowired
		McpServer github;

		@Autowired
		@Qualifier("my-files")
		McpServer qualified;

		@Autowired
		Map<String, McpServer> all;

		final McpServer myFiles;

		Application(McpServer myFiles) {
			this.myFiles = myFiles;
		}

		@Configuration(proxyBeanMethods = false)
		static class Handlers {

			@Bean
			@Qualifier("my-files")
			ApprovalHandler approval() {
				return (request) -> Approval.approve();
			}

			@Bean
			@Qualifier("my-files")
			SamplingHandler sampling() {
				return (server, request) -> CreateMessageResult
					.builder(Role.ASSISTANT, new TextContent("sampled"), "model")
					.build();
			}

		}

	}

}
