package io.github.mcpclient.boot.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.mcpclient.McpServer;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;

/**
 * Starts the servers that the application does not wait for, once its web server listens:
 * one of them may be part of it. Closes such a one before the web server waits for its
 * connections to end.
 *
 * @see McpClientLifecycle
 */
class AsyncServersLifecycle implements SmartLifecycle {

	/** After the start of the web server, and before its graceful shutdown. */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1023;

	private final ManagedServers servers;

	private final Environment environment;

	private volatile boolean running;

	AsyncServersLifecycle(ManagedServers servers, Environment environment) {
		this.servers = servers;
		this.environment = environment;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public void start() {
		this.running = true;
		this.servers.all().forEach((name, server) -> {
			if (!this.servers.isRequired(name) && shouldStart(name, server)) {
				ServerTasks.start(name, server);
			}
		});
	}

	@Override
	public void stop() {
		this.running = false;
		Map<String, McpServer> own = new LinkedHashMap<>(this.servers.all());
		own.keySet().removeIf((name) -> !OwnWebServer.isAt(this.servers.url(name), this.environment));
		ServerTasks.close(own.values(), this.servers.properties().getShutdownTimeout());
	}

	/**
	 * A lazy server that was closed, because the context was stopped, would not be opened
	 * by a call.
	 */
	private boolean shouldStart(String name, McpServer server) {
		return switch (this.servers.startup(name)) {
			case ASYNC -> true;
			case EAGER -> false;
			case LAZY -> ServerTasks.isClosed(server);
		};
	}

}
