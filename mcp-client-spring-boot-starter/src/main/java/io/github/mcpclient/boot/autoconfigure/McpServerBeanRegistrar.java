package io.github.mcpclient.boot.autoconfigure;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.boot.McpServerFactory;

import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/**
 * Registers a bean for each enabled server. Runs when the application starts, ahead of
 * time compiled or not, so that the environment of the day counts.
 */
class McpServerBeanRegistrar implements BeanRegistrar {

	@Override
	public void register(BeanRegistry registry, Environment environment) {
		for (String name : DeclaredServers.of(environment).enabled()) {
			registry.registerBean(name, McpServer.class,
					(bean) -> bean.description("MCP server '%s' of mcp.client.servers".formatted(name))
						.supplier((context) -> context.bean(McpServerFactory.class).create(name)));
			String alias = DeclaredServers.alias(name);
			if (!alias.equals(name)) {
				registry.registerAlias(name, alias);
			}
		}
	}

}
