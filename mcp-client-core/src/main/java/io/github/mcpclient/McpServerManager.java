package io.github.mcpclient;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The servers of an application, by name, and their lifecycle as one. Thread-safe;
 * lifecycle calls run one after the other.
 * <p>
 * The views {@link #active()}, {@link #failed()} and {@link #errors()} say how the last
 * lifecycle calls made here ended; how a server is doing now is in its
 * {@linkplain McpServer#status() status}.
 */
public final class McpServerManager {

	private final Map<String, McpServer> servers;

	private final ServerLifecycle lifecycle;

	private McpServerManager(Map<String, McpServer> servers, ServerLifecycle lifecycle) {
		this.servers = servers;
		this.lifecycle = lifecycle;
	}

	/**
	 * Manage servers as {@link #builder(Collection)} does by default.
	 * @param servers the servers, in the order in which they are listed
	 * @return a manager of them
	 * @throws IllegalArgumentException if two of them have the same name
	 */
	public static McpServerManager of(Collection<? extends McpServer> servers) {
		return builder(servers).build();
	}

	/**
	 * Start to describe a manager.
	 * @param servers the servers, in the order in which they are listed
	 * @return a builder
	 * @throws IllegalArgumentException if two of them have the same name
	 */
	public static Builder builder(Collection<? extends McpServer> servers) {
		Map<String, McpServer> byName = new LinkedHashMap<>();
		for (McpServer server : servers) {
			if (byName.putIfAbsent(server.name(), server) != null) {
				throw new IllegalArgumentException("Two MCP servers are named '" + server.name() + "'; rename one");
			}
		}
		return new Builder(Collections.unmodifiableMap(byName));
	}

	/**
	 * All servers.
	 * @return an immutable map from name to server, in order
	 */
	public Map<String, McpServer> servers() {
		return this.servers;
	}

	/**
	 * One server.
	 * @param name the name of the server
	 * @return the server
	 * @throws IllegalArgumentException if there is no server of that name
	 */
	public McpServer server(String name) {
		McpServer server = this.servers.get(name);
		if (server == null) {
			throw new IllegalArgumentException(
					"There is no MCP server '%s', only %s".formatted(name, this.servers.keySet()));
		}
		return server;
	}

	/**
	 * The servers to work with: all of them at first, none once they are closed, and
	 * without those that failed unless {@linkplain Builder#dropFailed they are kept}.
	 * @return an immutable copy, from name to server, in order
	 */
	public Map<String, McpServer> active() {
		return this.lifecycle.views().active();
	}

	/**
	 * The servers that could not be connected.
	 * @return an immutable copy, from name to server, in order
	 */
	public Map<String, McpServer> failed() {
		return this.lifecycle.views().failed();
	}

	/**
	 * Why servers could not be connected, or not be closed.
	 * @return an immutable copy, from name to what was thrown
	 */
	public Map<String, Throwable> errors() {
		return this.lifecycle.views().errors();
	}

	/**
	 * Connect every server that is not connected yet, and wait for it. A server that
	 * fails is recorded as failed and the rest goes on, unless the manager is
	 * {@linkplain Builder#strict strict}: then the first failure is thrown, after those
	 * that failed and those that this call connected were closed in reverse. An
	 * {@link Error} of a server is always thrown so.
	 * @throws McpClientException if the manager is strict and a server fails
	 * @throws McpInterruptedException if the thread is interrupted; servers that were
	 * being connected are given up
	 * @throws IllegalStateException on a Reactor thread that must not block
	 */
	public void connectAll() {
		this.lifecycle.connectAll();
	}

	/**
	 * Close the servers that failed, in reverse, and connect them as
	 * {@link #connectAll()} does.
	 * @throws McpClientException if the manager is strict and a server fails
	 * @throws McpInterruptedException if the thread is interrupted
	 * @throws IllegalStateException on a Reactor thread that must not block
	 */
	public void reconnectFailed() {
		this.lifecycle.reconnectFailed();
	}

	/**
	 * Close all servers, in reverse, and connect them as {@link #connectAll()} does. A
	 * server whose close has not ended in time fails.
	 * @throws McpClientException if the manager is strict and a server fails
	 * @throws McpInterruptedException if the thread is interrupted
	 * @throws IllegalStateException on a Reactor thread that must not block
	 */
	public void reconnectAll() {
		this.lifecycle.reconnectAll();
	}

	/**
	 * Close all servers in reverse. What goes wrong is recorded and does not keep the
	 * rest from being closed. If the thread is interrupted, closing goes on all the same.
	 */
	public void closeAll() {
		this.lifecycle.closeAll();
	}

	/**
	 * Builds an {@link McpServerManager}. Not thread-safe.
	 */
	public static final class Builder {

		private static final Duration TIMEOUT = Duration.ofSeconds(10);

		private final Map<String, McpServer> servers;

		private Duration connectTimeout = TIMEOUT;

		private Duration closeTimeout = TIMEOUT;

		private boolean parallel = true;

		private boolean strict;

		private boolean dropFailed = true;

		private Builder(Map<String, McpServer> servers) {
			this.servers = servers;
		}

		/**
		 * Bound connecting each server.
		 * @param timeout 10 seconds by default; zero for no bound but the server's own
		 * @return this builder
		 */
		public Builder connectTimeout(Duration timeout) {
			this.connectTimeout = Setting.notNegative("connectTimeout", timeout);
			return this;
		}

		/**
		 * Bound closing each server.
		 * @param timeout 10 seconds by default; zero for no bound but the server's own
		 * @return this builder
		 */
		public Builder closeTimeout(Duration timeout) {
			this.closeTimeout = Setting.notNegative("closeTimeout", timeout);
			return this;
		}

		/**
		 * Connect all servers at once, or one after the other.
		 * @param parallel {@code true} by default
		 * @return this builder
		 */
		public Builder parallel(boolean parallel) {
			this.parallel = parallel;
			return this;
		}

		/**
		 * Connect all servers or none.
		 * @param strict {@code false} by default
		 * @return this builder
		 */
		public Builder strict(boolean strict) {
			this.strict = strict;
			return this;
		}

		/**
		 * Leave servers that failed out of those that are active.
		 * @param dropFailed {@code true} by default
		 * @return this builder
		 */
		public Builder dropFailed(boolean dropFailed) {
			this.dropFailed = dropFailed;
			return this;
		}

		/**
		 * Build the manager. Nothing is connected.
		 * @return a new manager
		 */
		public McpServerManager build() {
			ServerLifecycle.Settings settings = new ServerLifecycle.Settings(this.connectTimeout, this.closeTimeout,
					this.parallel, this.strict, this.dropFailed);
			return new McpServerManager(this.servers, new ServerLifecycle(this.servers.values(), settings));
		}

	}

}
