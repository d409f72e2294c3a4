package io.github.mcpclient.boot.autoconfigure;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.boot.McpServerCustomizer;
import io.github.mcpclient.boot.McpServerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/**
 * {@link McpServerFactory} on the properties of the application. At the end closes what
 * nobody has closed: servers of a context that failed to start, or that were created too
 * late for {@link McpClientLifecycle}.
 */
class DefaultMcpServerFactory implements McpServerFactory, DisposableBean {

	private final McpClientProperties properties;

	private final McpTransportSettingsFactory transports;

	private final McpServerPolicies policies;

	private final McpServerHandlers handlers;

	private final ObjectProvider<McpServerCustomizer> customizers;

	private final Collection<McpServer> created = new ConcurrentLinkedQueue<>();

	DefaultMcpServerFactory(McpClientProperties properties, McpTransportSettingsFactory transports,
			McpServerPolicies policies, McpServerHandlers handlers, ObjectProvider<McpServerCustomizer> customizers) {
		this.properties = properties;
		this.transports = transports;
		this.policies = policies;
		this.handlers = handlers;
		this.customizers = customizers;
	}

	@Override
	public McpServer create(String name) {
		McpServerProperties server = this.properties.getServers().get(name);
		if (server == null || !server.isEnabled()) {
			throw new IllegalArgumentException(
					"There is no enabled MCP server '%s' in mcp.client.servers".formatted(name));
		}
		McpServer.Builder builder = McpServer.builder(this.transports.create(name, server)).name(name);
		applyProperties(server, builder);
		builder.shutdownTimeout(this.properties.getShutdownTimeout());
		builder.policy((policy) -> this.policies.apply(name, server, policy));
		this.handlers.apply(name, server.getRoots(), builder);
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(name, builder));
		McpServer created = builder.build();
		this.created.add(created);
		return created;
	}

	@Override
	public void destroy() {
		ServerTasks.close(this.created, this.properties.getShutdownTimeout());
	}

	private static void applyProperties(McpServerProperties server, McpServer.Builder builder) {
		ReconnectProperties reconnect = server.getReconnect();
		builder.initializationTimeout(server.getInitializationTimeout())
			.requestTimeout(server.getRequestTimeout())
			.toolTimeout(server.getToolTimeout())
			.keepAlive(server.getKeepAlive())
			.reconnect(new ReconnectPolicy(reconnect.isEnabled(), reconnect.getInitialDelay(), reconnect.getMaxDelay(),
					reconnect.getMaxAttempts()));
	}

}
