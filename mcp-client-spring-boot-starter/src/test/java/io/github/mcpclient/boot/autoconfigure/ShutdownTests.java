package io.github.mcpclient.boot.autoconfigure;

import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.github.mcpclient.boot.server.StdioMcpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of servers when a context stops, closes or fails.
 */
@Timeout(120)
class ShutdownTests {

	private static final String OURS = "mcp-client-c";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class));

	@Test
	void processesAndThreadsEndWithTheContext() {
		Set<Long> processesBefore = processes();
		this.runner.withPropertyValues(StdioMcpServer.properties("files"))
			.withPropertyValues("mcp.client.startup=EAGER")
			.run((context) -> assertThat(processes()).hasSizeGreaterThan(processesBefore.size()));
		await().untilAsserted(() -> assertThat(processes()).isEqualTo(processesBefore));
		// Threads that all servers share end when they have been idle for a while
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(threads("mcp-")).isEmpty());
	}

	@Test
	void processesEndIfTheContextFailsToStart() {
		Set<Long> before = processes();
		this.runner.withPropertyValues(StdioMcpServer.properties("files"))
			.withPropertyValues("mcp.client.startup=LAZY")
			.withBean(FailsAfterUse.class)
			.run((context) -> assertThat(context).hasFailed().getFailure().rootCause().hasMessage("used files"));
		await().untilAsserted(() -> assertThat(processes()).isEqualTo(before));
	}

	@Test
	void aContextThatIsStoppedAndStartedConnectsAgain() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner
				.withPropertyValues("mcp.client.servers.async.url=" + remote.url(),
						"mcp.client.servers.lazy.url=" + remote.url(), "mcp.client.servers.lazy.startup=LAZY",
						"mcp.client.servers.eager.url=" + remote.url(), "mcp.client.servers.eager.startup=EAGER")
				.run((context) -> {
					for (int i = 0; i < 3; i++) {
						awaitState(context, "async", State.CONNECTED);
						assertThat(state(context, "eager")).isEqualTo(State.CONNECTED);
						context.getBean("lazy", McpServer.class).ping();
						((ConfigurableApplicationContext) context.getSourceApplicationContext()).stop();
						for (String server : new String[] { "async", "lazy", "eager" }) {
							assertThat(state(context, server)).isEqualTo(State.CLOSED);
						}
						((ConfigurableApplicationContext) context.getSourceApplicationContext()).start();
						awaitState(context, "lazy", State.CONNECTED);
					}
				});
		}
	}

	@Test
	void aChildContextClosesItsOwnServersOnly() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner.withPropertyValues("mcp.client.servers.parent.url=" + remote.url()).run((parent) -> {
				awaitState(parent, "parent", State.CONNECTED);
				this.runner.withParent(parent)
					.withPropertyValues("mcp.client.servers.child.url=" + remote.url())
					.run((child) -> {
						awaitState(child, "child", State.CONNECTED);
						assertThat(child.getBean("parent")).isSameAs(parent.getBean("parent"));
					});
				assertThat(state(parent, "parent")).isEqualTo(State.CONNECTED);
			});
		}
	}

	@Test
	void serversCloseAfterListenersHaveStopped() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			ListenerThatCallsAtItsEnd[] listener = new ListenerThatCallsAtItsEnd[1];
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=EAGER")
				.withBean(ListenerThatCallsAtItsEnd.class)
				.run((context) -> listener[0] = context.getBean(ListenerThatCallsAtItsEnd.class));
			assertThat(listener[0].answered).isTrue();
		}
	}

	@Test
	void aServerThatHangsDoesNotKeepTheOthersOpenNorTheContext() {
		CountDownLatch never = new CountDownLatch(1);
		UserServer good = new UserServer("good");
		this.runner.withPropertyValues("mcp.client.shutdown-timeout=200ms")
			.withBean("hanging", McpServer.class, () -> new UserServer("hanging") {

				private boolean hung;

				@Override
				public void close() {
					if (!this.hung) {
						this.hung = true;
						awaitQuietly(never);
					}
				}

			})
			.withBean("good", McpServer.class, () -> good)
			.run((context) -> awaitState(context, "good", State.CONNECTED));
		assertThat(good.state).isEqualTo(State.CLOSED);
		await().untilAsserted(() -> assertThat(threads(OURS)).isEmpty());
	}

	@Test
	void aServerThatFailsToCloseDoesNotKeepTheOthersOpen() {
		UserServer good = new UserServer("good");
		this.runner.withBean("failing", McpServer.class, () -> new UserServer("failing") {

			@Override
			public void close() {
				throw new IllegalStateException("on purpose");
			}

		}).withBean("good", McpServer.class, () -> good).run((context) -> awaitState(context, "good", State.CONNECTED));
		assertThat(good.state).isEqualTo(State.CLOSED);
	}

	@Test
	void interruptingTheStartEndsIt() throws Exception {
		try (ServerSocket silent = new ServerSocket(0)) {
			Throwable[] failure = new Throwable[1];
			Thread main = new Thread(() -> this.runner
				.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + silent.getLocalPort() + "/mcp",
						"mcp.client.servers.github.required=true")
				.run((context) -> failure[0] = context.getStartupFailure()));
			main.start();
			silent.accept();
			await().until(() -> main.getState() == Thread.State.WAITING);
			main.interrupt();
			main.join();
			assertThat(failure[0]).rootCause().isInstanceOf(InterruptedException.class);
			await().untilAsserted(() -> assertThat(threads(OURS)).isEmpty());
		}
	}

	@Test
	void aContextClosesWhileItsServersConnect() throws Exception {
		try (ServerSocket silent = new ServerSocket(0)) {
			this.runner
				.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + silent.getLocalPort() + "/mcp",
						"mcp.client.servers.down.url=http://localhost:" + HttpMcpServer.freePort() + "/mcp")
				.run((context) -> {
					silent.accept();
					awaitState(context, "down", State.RECONNECTING);
				});
		}
		await().untilAsserted(() -> assertThat(threads(OURS)).isEmpty());
	}

	@Test
	void aServerIsClosedOnce() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			List<State> states = Collections.synchronizedList(new ArrayList<>());
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=EAGER")
				.withBean(McpServerListener.class, () -> (server, status) -> states.add(status.state()))
				.run((context) -> assertThat(state(context, "github")).isEqualTo(State.CONNECTED));
			await().untilAsserted(
					() -> assertThat(states).containsExactly(State.CONNECTING, State.CONNECTED, State.CLOSED));
		}
	}

	@Test
	void theBeanFactoryLeavesClosingServersToTheirLifecycle() {
		this.runner.withPropertyValues("mcp.client.servers.github.command=no-such-command", "mcp.client.startup=LAZY")
			.run((context) -> assertThat(
					((RootBeanDefinition) context.getBeanFactory().getMergedBeanDefinition("github"))
						.getDestroyMethodNames())
				.containsExactly(""));
	}

	private static Set<Long> processes() {
		return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
	}

	private static Set<String> threads(String prefix) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith(prefix))
			.collect(Collectors.toSet());
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static State state(ApplicationContext context, String server) {
		return context.getBean(server, McpServer.class).status().state();
	}

	private static void awaitState(ApplicationContext context, String server, State state) {
		await().untilAsserted(() -> assertThat(state(context, server)).isEqualTo(state));
	}

	static class FailsAfterUse {

		FailsAfterUse(McpServer files) {
			files.callTool("echo", Map.of("text", "hello"));
			throw new IllegalStateException("used " + files.name());
		}

	}

	static class ListenerThatCallsAtItsEnd implements SmartLifecycle {

		private final McpServer github;

		private boolean running;

		private boolean answered;

		ListenerThatCallsAtItsEnd(McpServer github) {
			this.github = github;
		}

		@Override
		public int getPhase() {
			return 0;
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
			this.answered = !this.github.callTool("echo", Map.of("text", "bye")).content().isEmpty();
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
