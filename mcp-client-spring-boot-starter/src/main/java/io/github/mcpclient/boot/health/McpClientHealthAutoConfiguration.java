package io.github.mcpclient.boot.health;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.boot.autoconfigure.McpClientAutoConfiguration;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties;
import io.github.mcpclient.boot.autoconfigure.McpServerProperties;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of MCP servers: a composite named {@code mcp} with a
 * child for each server.
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass({ CompositeHealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(McpClientProperties.class)
public final class McpClientHealthAutoConfiguration {

	@Bean
	@ConditionalOnEnabledHealthIndicator("mcp")
	@ConditionalOnMissingBean(name = { "mcpHealthIndicator", "mcpHealthContributor" })
	CompositeHealthContributor mcpHealthContributor(ObjectProvider<Map<String, McpServer>> servers,
			McpClientProperties properties) {
		Map<String, McpServerHealthIndicator> indicators = new LinkedHashMap<>();
		servers.getIfAvailable(Map::of).forEach((name, server) -> {
			McpServerProperties configured = properties.getServers().get(name);
			indicators.put(name, new McpServerHealthIndicator(server, configured != null && configured.isRequired()));
		});
		return new McpHealthContributor(indicators);
	}

}
