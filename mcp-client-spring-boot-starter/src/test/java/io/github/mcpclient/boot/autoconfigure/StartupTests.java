package io.github.mcpclient.boot.autoconfigure;

import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.boot.McpServerFactory;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.github.mcpclient.boot.server.StdioMcpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When servers connect, and what it means for the start of the application.
 */
@Timeout(120)
class StartupTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class));

	@Test
	void serversConnectInTheBackground() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url())
				.run((context) -> awaitState(context, "github", State.CONNECTED));
		}
	}

	@Test
	void anOptionalServerThatIsDownJoinsWhenItComesUp() {
		int port = HttpMcpServer.freePort();
		this.runner
			.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + port + "/mcp",
					"mcp.client.servers.github.reconnect.max-delay=500ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				awaitState(context, "github", State.RECONNECTING);
				try (HttpMcpServer remote = HttpMcpServer.start(port)) {
					awaitState(context, "github", State.CONNECTED);
				}
			});
	}

	@Test
	void aServerThatDoesNotAnswerDoesNotDelayTheApplication() throws Exception {
		try (ServerSocket silent = new ServerSocket(0)) {
			this.runner
				.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + silent.getLocalPort() + "/mcp")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(state(context, "github")).isIn(State.NEW, State.CONNECTING);
				});
		}
	}

	@Test
	void theApplicationWaitsForAnEagerServer() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner
				.withPropertyValues("mcp.client.servers.github.url=" + remote.url(),
						"mcp.client.servers.github.startup=EAGER")
				.run((context) -> assertThat(state(context, "github")).isEqualTo(State.CONNECTED));
		}
	}

	@Test
	void aServerOnDemandConnectsOnFirstUse() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner
				.withPropertyValues("mcp.client.servers.github.url=" + remote.url(),
						"mcp.client.servers.github.startup=LAZY")
				.run((context) -> {
					assertThat(state(context, "github")).isEqualTo(State.NEW);
					context.getBean("github", McpServer.class).callTool("echo", Map.of("text", "hello"));
					assertThat(state(context, "github")).isEqualTo(State.CONNECTED);
				});
		}
	}

	@Test
	void theApplicationStartsWithoutAnEagerServerThatIsDown() {
		int port = HttpMcpServer.freePort();
		this.runner
			.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + port + "/mcp",
					"mcp.client.servers.github.startup=EAGER", "mcp.client.servers.github.reconnect.max-delay=500ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				try (HttpMcpServer remote = HttpMcpServer.start(port)) {
					awaitState(context, "github", State.CONNECTED);
				}
			});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void anEagerServerThatIsDownIsSaidToBeTriedAgain(CapturedOutput output) {
		this.runner
			.withPropertyValues("mcp.client.servers.files.command=" + StdioMcpServer.command(),
					"mcp.client.servers.files.args=-version", "mcp.client.servers.files.startup=EAGER")
			.run((context) -> assertThat(output)
				.contains("Not connected, trying again in the background",
						"The application starts without MCP server 'files', which is tried again")
				.doesNotContain("not tried again"));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void anEagerServerThatCannotMendItselfIsNotSaidToBeTriedAgain(CapturedOutput output) {
		this.runner
			.withPropertyValues("mcp.client.servers.files.command=no-such-command",
					"mcp.client.servers.files.startup=EAGER")
			.run((context) -> {
				assertThat(output).contains("not tried again", "The application starts without MCP server 'files': ")
					.doesNotContain("which is tried again", "trying again");
				assertThat(state(context, "files")).isEqualTo(State.FAILED);
			});
	}

	@Test
	void eagerServersConnectAtTheSameTime() {
		CyclicBarrier both = new CyclicBarrier(2);
		this.runner.withPropertyValues("mcp.client.startup=EAGER")
			.withBean("one", McpServer.class, () -> new MeetingServer("one", both))
			.withBean("two", McpServer.class, () -> new MeetingServer("two", both))
			.run((context) -> {
				assertThat(state(context, "one")).isEqualTo(State.CONNECTED);
				assertThat(state(context, "two")).isEqualTo(State.CONNECTED);
			});
	}

	@Test
	void eagerServersConnectBeforeListenersStart() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=EAGER")
				.withUserConfiguration(Listener.class)
				.run((context) -> assertThat(context.getBean(Listener.class).atStart).isEqualTo(State.CONNECTED));
		}
	}

	@Test
	void theApplicationWaitsForARequiredServer() {
		this.runner.withPropertyValues(StdioMcpServer.properties("files"))
			.withPropertyValues("mcp.client.servers.files.required=true")
			.run((context) -> assertThat(state(context, "files")).isEqualTo(State.CONNECTED));
	}

	@Test
	void theApplicationDoesNotStartWithoutARequiredServer() {
		int port = HttpMcpServer.freePort();
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers:
				  github:
				    url: http://user:s3cret@localhost:%d/mcp?token=s3cret
				    required: true
				  files:
				    command: no-such-command
				    args: [ s3cret ]
				    required: true
				""".formatted(port)).fail();
		assertThat(analysis.getDescription())
			.contains("MCP server 'github': ", "localhost:" + port, "MCP server 'files': ", "no-such-command")
			.doesNotContain("s3cret");
		assertThat(analysis.getAction())
			.contains("correct its properties below 'mcp.client.servers.github'",
					"set 'mcp.client.servers.github.required' to false")
			.contains("correct its properties below 'mcp.client.servers.files'");
	}

	@Test
	void everythingIsClosedIfARequiredServerIsMissing() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			AtomicReference<McpServer> github = new AtomicReference<>();
			this.runner
				.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=EAGER",
						"mcp.client.servers.files.command=no-such-command", "mcp.client.servers.files.required=true")
				.withBean(Capture.class, () -> new Capture(github))
				.run((context) -> {
					assertThat(context).hasFailed()
						.getFailure()
						.rootCause()
						.isInstanceOf(RequiredMcpServersException.class);
					assertThat(github.get().status().state()).isEqualTo(State.CLOSED);
				});
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aServerOfTheSameApplicationConnectsOnceTheWebServerListensAndLetsItStop(CapturedOutput output) {
		int port = HttpMcpServer.freePort();
		try (ConfigurableApplicationContext context = TestApplication.yaml("""
				mcp.client.servers.own.url: http://localhost:%d/mcp
				""".formatted(port)).web().args("--server.port=" + port).sources(OwnMcpServer.class).run()) {
			awaitState(context, "own", State.CONNECTED);
			assertThat(context.getBean("own", McpServer.class).status().connects()).isEqualTo(1);
		}
		assertThat(output).contains("Graceful shutdown complete").doesNotContain("Graceful shutdown aborted");
	}

	@Test
	void aServerOfTheSameApplicationCannotBeRequired() {
		int port = HttpMcpServer.freePort();
		FailureAnalysis analysis = TestApplication.yaml("""
				mcp.client.servers.own:
				  url: http://localhost:%d/mcp
				  required: true
				""".formatted(port)).web().args("--server.port=" + port).sources(OwnMcpServer.class).fail();
		assertThat(analysis.getAction()).contains("MCP server 'own' is part of this application",
				"Set 'mcp.client.servers.own.required' to false and 'mcp.client.servers.own.startup' to async");
	}

	@Test
	void serversStartWithLazyInitialization() {
		try (HttpMcpServer remote = HttpMcpServer.start();
				ConfigurableApplicationContext context = TestApplication.yaml("""
						spring.main.lazy-initialization: true
						mcp.client.servers.github.url: %s
						""".formatted(remote.url())).run()) {
			awaitState(context, "github", State.CONNECTED);
		}
	}

	@Test
	void aMistakeStopsWithLazyInitializationToo() {
		FailureAnalysis analysis = TestApplication.yaml("""
				spring.main.lazy-initialization: true
				mcp.client.servers.github.ulr: http://localhost
				""").fail();
		assertThat(analysis.getAction()).contains("Did you mean 'url'?");
	}

	@Test
	void aServerOfTheApplicationThatFailsToStartDoesNotStopIt() {
		this.runner.withBean("own", McpServer.class, () -> new UserServer("own") {

			@Override
			public void start() {
				throw new IllegalStateException("on purpose");
			}

		}).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aServerThatIsCreatedByHandIsClosedWithTheContext() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			AtomicReference<McpServer> created = new AtomicReference<>();
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=LAZY")
				.run((context) -> {
					created.set(context.getBean(McpServerFactory.class).create("github"));
					created.get().connect();
				});
			assertThat(created.get().status().state()).isEqualTo(State.CLOSED);
		}
	}

	private static State state(ApplicationContext context, String server) {
		return context.getBean(server, McpServer.class).status().state();
	}

	private static void awaitState(ApplicationContext context, String server, State state) {
		await().untilAsserted(() -> assertThat(state(context, server)).isEqualTo(state));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnMcpServer {

		@Bean
		ServletRegistrationBean<?> mcp() {
			ServletRegistrationBean<?> registration = new ServletRegistrationBean<>(HttpMcpServer.servlet(), "/mcp");
			registration.setAsyncSupported(true);
			return registration;
		}

	}

	static class Listener implements SmartLifecycle {

		private final McpServer github;

		private State atStart;

		Listener(McpServer github) {
			this.github = github;
		}

		@Override
		public int getPhase() {
			return 0;
		}

		@Override
		public void start() {
			this.atStart = this.github.status().state();
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return this.atStart != null;
		}

	}

	record Capture(AtomicReference<McpServer> github) implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (beanName.equals("github")) {
				this.github.set((McpServer) bean);
			}
			return bean;
		}

	}

	static class MeetingServer extends UserServer {

		private final CyclicBarrier meeting;

		MeetingServer(String name, CyclicBarrier meeting) {
			super(name);
			this.meeting = meeting;
		}

		@Override
		public void connect() {
			try {
				this.meeting.await();
				super.connect();
			}
			catch (InterruptedException | BrokenBarrierException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
