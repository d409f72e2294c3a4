package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpServerStatus.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does something with several servers at once, on threads that end with it.
 */
final class ServerTasks implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ServerTasks.class);

	private final ExecutorService executor;

	ServerTasks(String threadName) {
		this.executor = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(),
				(task) -> {
					Thread thread = new Thread(task, threadName);
					thread.setDaemon(true);
					return thread;
				});
	}

	Future<?> submit(Runnable task) {
		return this.executor.submit(task);
	}

	/**
	 * Interrupt what has not ended.
	 */
	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	/**
	 * Connect a server in the background. One that the application implements may fail at
	 * it, which does not stop the application.
	 * @param name the name of the bean
	 * @param server the server
	 */
	static void start(String name, McpServer server) {
		try {
			server.start();
		}
		catch (RuntimeException ex) {
			logger.warn("MCP server '{}' failed to start: {}", name, ex.toString());
			logger.debug("MCP server '{}' failed to start", name, ex);
		}
	}

	/**
	 * Close servers, those that are closed already excepted.
	 * @param servers the servers
	 * @param timeout how long it may take
	 */
	static void close(Collection<McpServer> servers, Duration timeout) {
		Collection<McpServer> open = new ArrayList<>(servers);
		open.removeIf(ServerTasks::isClosed);
		if (open.isEmpty()) {
			return;
		}
		try (ServerTasks tasks = new ServerTasks("mcp-client-close")) {
			Map<McpServer, Future<?>> closing = new LinkedHashMap<>();
			open.forEach((server) -> closing.put(server, tasks.submit(server::close)));
			long deadline = System.nanoTime() + timeout.toNanos();
			for (Map.Entry<McpServer, Future<?>> entry : closing.entrySet()) {
				awaitClosed(entry.getKey(), entry.getValue(), Math.max(0, deadline - System.nanoTime()));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	static boolean isClosed(McpServer server) {
		McpServerStatus status = server.status();
		return status != null && status.state() == State.CLOSED;
	}

	private static void awaitClosed(McpServer server, Future<?> closing, long nanos) throws InterruptedException {
		try {
			closing.get(nanos, TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn("MCP server '{}' was not closed in time", server.name());
		}
		catch (ExecutionException ex) {
			logger.warn("MCP server '{}' failed to close: {}", server.name(), String.valueOf(ex.getCause()));
			logger.debug("MCP server '{}' failed to close", server.name(), ex.getCause());
		}
	}

}
