package io.github.mcpclient.boot.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Startup;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The servers of this application context, those of its parents excepted, and how each of
 * them starts.
 */
class ManagedServers {

	private final ConfigurableListableBeanFactory beanFactory;

	private final McpClientProperties properties;

	private volatile Map<String, McpServer> servers = Map.of();

	ManagedServers(ConfigurableListableBeanFactory beanFactory, McpClientProperties properties) {
		this.beanFactory = beanFactory;
		this.properties = properties;
	}

	McpClientProperties properties() {
		return this.properties;
	}

	/**
	 * Find all servers, those of the configuration and those that the application
	 * defines, and create them where that has not happened yet.
	 */
	void find() {
		Map<String, McpServer> servers = new LinkedHashMap<>();
		for (String name : this.beanFactory.getBeanNamesForType(McpServer.class, false, true)) {
			if (isAutowireCandidate(name)) {
				servers.put(name, this.beanFactory.getBean(name, McpServer.class));
			}
		}
		this.servers = servers;
	}

	/**
	 * The servers that were found.
	 * @return the servers by the name of the bean, in order
	 */
	Map<String, McpServer> all() {
		return this.servers;
	}

	/**
	 * Whether a server is one of the configuration.
	 */
	boolean isConfigured(String name) {
		return server(name) != null;
	}

	boolean isRequired(String name) {
		McpServerProperties server = server(name);
		return server != null && server.isRequired();
	}

	Startup startup(String name) {
		McpServerProperties server = server(name);
		Startup startup = (server != null) ? server.getStartup() : null;
		return (startup != null) ? startup : this.properties.getStartup();
	}

	@Nullable String url(String name) {
		McpServerProperties server = server(name);
		return (server != null) ? server.getUrl() : null;
	}

	private @Nullable McpServerProperties server(String name) {
		return this.properties.getServers().get(name);
	}

	private boolean isAutowireCandidate(String name) {
		try {
			return this.beanFactory.getMergedBeanDefinition(name).isAutowireCandidate();
		}
		catch (NoSuchBeanDefinitionException ex) {
			return true; // a singleton that was registered as an object
		}
	}

}
