package io.github.mcpclient.boot.autoconfigure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.FormElicitationHandler;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.NotificationHandler;
import io.github.mcpclient.RootsProvider;
import io.github.mcpclient.SamplingHandler;
import io.github.mcpclient.boot.McpServerCustomizer;
import io.github.mcpclient.boot.McpServerStatusChangedEvent;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Which beans serve which servers.
 */
@Timeout(120)
class HandlerTests {

	private static HttpMcpServer remote;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("mcp.client.startup=LAZY", "mcp.client.servers.github.url=" + remote.url(),
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
	void anUnqualifiedHandlerServesAllServers() {
		this.runner.withUserConfiguration(CommonSampling.class).run((context) -> {
			assertThat(call(context, "github", "sample")).contains("common answers github");
			assertThat(call(context, "my-files", "sample")).contains("common answers my-files");
		});
	}

	@Test
	void aQualifiedHandlerServesItsServerOnly() {
		this.runner.withUserConfiguration(QualifiedSampling.class).run((context) -> {
			assertThat(call(context, "my-files", "sample")).contains("qualified answers my-files");
			assertThat(call(context, "github", "sample")).isEqualTo("no sampling");
		});
	}

	@Test
	void aQualifiedHandlerWinsOverAnUnqualifiedOne() {
		this.runner.withUserConfiguration(CommonSampling.class, QualifiedSampling.class).run((context) -> {
			assertThat(call(context, "my-files", "sample")).contains("qualified answers my-files");
			assertThat(call(context, "github", "sample")).contains("common answers github");
		});
	}

	@Test
	void aHandlerCanBeQualifiedWithTheAliasOfItsServerAtItsClass() {
		this.runner.withBean(AliasSampling.class)
			.run((context) -> assertThat(call(context, "my-files", "sample")).contains("class answers my-files"));
	}

	@Test
	void twoHandlersOfOneKindStop() {
		this.runner.withUserConfiguration(CommonSampling.class)
			.withBean("another", SamplingHandler.class, () -> (server, request) -> answer("another", server))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidMcpClientConfigurationException.class)
				.hasMessageContaining("MCP server 'github' has more than one SamplingHandler: beans [")
				.hasMessageContaining("commonSampling")
				.hasMessageContaining("another")
				.hasMessageContaining("@Qualifier(\"github\")"));
	}

	@Test
	void twoElicitationHandlersStopToo() {
		this.runner.withBean("one", FormElicitationHandler.class, () -> (server, request) -> null)
			.withBean("two", FormElicitationHandler.class, () -> (server, request) -> null)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("has more than one FormElicitationHandler"));
	}

	@Test
	void aHandlerCanHaveAServerInjected() {
		this.runner.withUserConfiguration(SamplingWithServer.class)
			.run((context) -> assertThat(call(context, "my-files", "sample")).contains("answer of github"));
	}

	@Test
	void rootsComeFromTheProperties() {
		this.runner.withPropertyValues("mcp.client.servers.github.roots=file:///a,file:///b")
			.run((context) -> assertThat(call(context, "github", "roots")).isEqualTo("file:///a"));
	}

	@Test
	void rootsComeFromABeanIfThereIsOne() {
		this.runner.withPropertyValues("mcp.client.servers.github.roots=file:///a")
			.withBean(RootsProvider.class, () -> (server) -> List.of(Root.builder("file:///bean/" + server).build()))
			.run((context) -> assertThat(call(context, "github", "roots")).isEqualTo("file:///bean/github"));
	}

	@Test
	void notificationsReachHandlersInTheirOrderEvenIfOneThrows() {
		this.runner.withUserConfiguration(Notifications.class).run((context) -> {
			List<String> heard = context.getBean(Notifications.class).heard;
			call(context, "my-files", "log");
			await().untilAsserted(() -> assertThat(heard).containsExactly("first my-files", "thrower my-files",
					"qualified my-files", "last my-files"));
			heard.clear();
			call(context, "github", "log");
			await().untilAsserted(
					() -> assertThat(heard).containsExactly("first github", "thrower github", "last github"));
		});
	}

	@Test
	void changesOfTheStateReachListenersAndTheApplication() {
		this.runner.withUserConfiguration(Listeners.class).run((context) -> {
			Listeners listeners = context.getBean(Listeners.class);
			context.getBean("github", McpServer.class).connect();
			await().untilAsserted(() -> {
				assertThat(listeners.heard).containsExactly("github CONNECTING", "github CONNECTED");
				assertThat(listeners.events).containsExactly("github CONNECTING", "github CONNECTED");
			});
			context.getBean("my-files", McpServer.class).connect();
			await().untilAsserted(
					() -> assertThat(listeners.qualified).containsExactly(State.CONNECTING, State.CONNECTED));
		});
	}

	@Test
	void customizersAreCalledForEachServerInTheirOrder() {
		List<String> calls = Collections.synchronizedList(new ArrayList<>());
		this.runner.withBean("second", McpServerCustomizer.class, () -> new OrderedCustomizer(2, calls))
			.withBean("first", McpServerCustomizer.class, () -> new OrderedCustomizer(1, calls))
			.run((context) -> assertThat(calls).containsExactly("1 github", "2 github", "1 my-files", "2 my-files"));
	}

	private static String call(ApplicationContext context, String server, String tool) {
		return ((TextContent) context.getBean(server, McpServer.class).callTool(tool, Map.of()).content().get(0))
			.text();
	}

	private static CreateMessageResult answer(String who, String server) {
		return CreateMessageResult.builder(Role.ASSISTANT, new TextContent(who + " answers " + server), "model")
			.build();
	}

	@Configuration(proxyBeanMethods = false)
	static class CommonSampling {

		@Bean
		SamplingHandler commonSampling() {
			return (server, request) -> answer("common", server);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedSampling {

		@Bean
		@Qualifier("my-files")
		SamplingHandler qualifiedSampling() {
			return (server, request) -> answer("qualified", server);
		}

	}

	@Qualifier("myFiles")
	static class AliasSampling implements SamplingHandler {

		@Override
		public CreateMessageResult createMessage(String serverName,
				io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest request) {
			return answer("class", serverName);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SamplingWithServer {

		@Bean
		SamplingHandler sampling(McpServer github) {
			return (server, request) -> CreateMessageResult
				.builder(Role.ASSISTANT, new TextContent("answer of " + github.name()), "model")
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Notifications {

		final List<String> heard = Collections.synchronizedList(new ArrayList<>());

		@Bean
		@Order(Ordered.LOWEST_PRECEDENCE)
		NotificationHandler last() {
			return handler("last");
		}

		@Bean
		@Order(3)
		@Qualifier("my-files")
		NotificationHandler qualified() {
			return handler("qualified");
		}

		@Bean
		@Order(2)
		NotificationHandler thrower() {
			return new NotificationHandler() {

				@Override
				public void logging(String serverName, LoggingMessageNotification notification) {
					Notifications.this.heard.add("thrower " + serverName);
					throw new IllegalStateException("thrown on purpose");
				}

			};
		}

		@Bean
		@Order(1)
		NotificationHandler first() {
			return handler("first");
		}

		private NotificationHandler handler(String name) {
			return new NotificationHandler() {

				@Override
				public void logging(String serverName, LoggingMessageNotification notification) {
					Notifications.this.heard.add(name + " " + serverName);
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		final List<String> heard = Collections.synchronizedList(new ArrayList<>());

		final List<String> events = Collections.synchronizedList(new ArrayList<>());

		final List<State> qualified = Collections.synchronizedList(new ArrayList<>());

		@Bean
		McpServerListener listener() {
			return (server, status) -> this.heard.add(server + " " + status.state());
		}

		@Bean
		@Qualifier("my-files")
		McpServerListener qualifiedListener() {
			return (server, status) -> this.qualified.add(status.state());
		}

		@EventListener
		void changed(McpServerStatusChangedEvent event) {
			this.events.add(event.serverName() + " " + event.status().state());
		}

	}

	record OrderedCustomizer(int order, List<String> calls) implements McpServerCustomizer, Ordered {

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public void customize(String name, McpServer.Builder builder) {
			this.calls.add(this.order + " " + name);
		}

	}

}
