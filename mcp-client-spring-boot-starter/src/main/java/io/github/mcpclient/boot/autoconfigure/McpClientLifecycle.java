package io.github.mcpclient.boot.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Startup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Connects the servers that the application waits for, before anything that may use them
 * starts, and closes all servers after everything that may use them has stopped.
 *
 * @see AsyncServersLifecycle
 */
class McpClientLifecycle implements SmartLifecycle {

	/** Before executors, listeners and the web server. */
	static final int PHASE = -1024;

	private static final Logger logger = LoggerFactory.getLogger(McpClientLifecycle.class);

	private final ManagedServers servers;

	private volatile boolean running;

	McpClientLifecycle(ManagedServers servers) {
		this.servers = servers;
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
		this.servers.find();
		try (ServerTasks tasks = new ServerTasks("mcp-client-connect")) {
			Map<String, Future<?>> required = new LinkedHashMap<>();
			Map<String, Future<?>> eager = new LinkedHashMap<>();
			this.servers.all().forEach((name, server) -> {
				if (this.servers.isRequired(name)) {
					required.put(name, tasks.submit(server::connect));
				}
				else if (this.servers.startup(name) == Startup.EAGER) {
					eager.put(name, tasks.submit(() -> connectAndKeepTrying(name, server)));
				}
			});
			awaitRequired(required);
			awaitEager(eager);
		}
		catch (InterruptedException ex) {
			stop();
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while connecting MCP servers", ex);
		}
	}

	@Override
	public void stop() {
		this.running = false;
		ServerTasks.close(this.servers.all().values(), this.servers.properties().getShutdownTimeout());
	}

	private void awaitRequired(Map<String, Future<?>> connecting) throws InterruptedException {
		Map<String, Throwable> failures = new LinkedHashMap<>();
		for (Map.Entry<String, Future<?>> entry : connecting.entrySet()) {
			Throwable failure = await(entry.getValue());
			if (failure != null) {
				failures.put(entry.getKey(), failure);
			}
		}
		if (!failures.isEmpty()) {
			stop();
			throw new RequiredMcpServersException(failures);
		}
	}

	private void connectAndKeepTrying(String name, McpServer server) {
		if (this.servers.isConfigured(name)) {
			// Whoever joins the first of many attempts does not make it the only one
			server.start();
		}
		server.connect();
	}

	private void awaitEager(Map<String, Future<?>> connecting) throws InterruptedException {
		for (Map.Entry<String, Future<?>> entry : connecting.entrySet()) {
			Throwable failure = await(entry.getValue());
			McpServer server = this.servers.all().get(entry.getKey());
			if (failure instanceof McpConnectionException connection && !connection.recoverable()) {
				logger.info("The application starts without MCP server '{}': {}", entry.getKey(), failure.getMessage());
			}
			else if (failure != null && server != null) {
				logger.info("The application starts without MCP server '{}', which is tried again: {}", entry.getKey(),
						failure.getMessage());
				ServerTasks.start(entry.getKey(), server);
			}
		}
	}

	private static @Nullable Throwable await(Future<?> connecting) throws InterruptedException {
		try {
			connecting.get();
			return null;
		}
		catch (ExecutionException ex) {
			return ex.getCause();
		}
	}

}
