package io.github.mcpclient.boot.autoconfigure;

import java.util.Objects;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.github.mcpclient.McpTools;
import io.github.mcpclient.boot.McpServerCustomizer;
import io.github.mcpclient.boot.McpServerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of MCP servers: a bean for each server below
 * {@code mcp.client.servers}, named like it. Late, so that names that other
 * auto-configurations use are known.
 */
@AutoConfiguration(after = SslAutoConfiguration.class,
		afterName = { McpClientAutoConfiguration.METRICS + "CompositeMeterRegistryAutoConfiguration",
				McpClientAutoConfiguration.METRICS + "export.simple.SimpleMetricsExportAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnBooleanProperty(name = "mcp.client.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpClientProperties.class)
@ImportRuntimeHints(McpClientRuntimeHints.class)
@Import({ McpServerNameCheck.class, McpServerBeanRegistrar.class })
public final class McpClientAutoConfiguration {

	static final String METRICS = "org.springframework.boot.micrometer.metrics.autoconfigure.";

	@Bean
	static McpClientBindHandlerAdvisor mcpClientBindHandlerAdvisor(Environment environment) {
		return new McpClientBindHandlerAdvisor(environment);
	}

	@Bean
	static McpServerBeanDefinitions mcpServerBeanDefinitions(Environment environment) {
		return new McpServerBeanDefinitions(environment);
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	McpServerFactory mcpServerFactory(McpClientProperties properties, ObjectProvider<SslBundles> sslBundles,
			ObjectProvider<McpServerCustomizer> customizers, ConfigurableApplicationContext context) {
		HandlerBeans beans = new HandlerBeans(context.getBeanFactory());
		McpServerHandlers handlers = new McpServerHandlers(beans, context);
		handlers.check(properties.getServers().keySet());
		return new DefaultMcpServerFactory(properties,
				new McpTransportSettingsFactory(sslBundles, beans, context.getEnvironment()),
				new McpServerPolicies(beans, context.getEnvironment()), handlers, customizers);
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	McpServerManager mcpServerManager(ObjectProvider<McpServer> servers) {
		return McpServerManager.of(servers.orderedStream().filter(McpClientAutoConfiguration::hasName).toList());
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	McpTools mcpTools(McpServerManager manager, McpClientProperties properties,
			ConfigurableListableBeanFactory beanFactory) {
		McpTools.Builder builder = McpTools.builder(manager)
			.naming(properties.getTools().getNaming())
			.strictSchemas(properties.getTools().isStrictSchemas())
			.recordPayloads(properties.isRecordPayloads());
		PropertyMapper.get().from(new HandlerBeans(beanFactory).failureFunction("")).to(builder::failureFunction);
		return builder.build();
	}

	@Bean
	ManagedServers mcpManagedServers(ConfigurableListableBeanFactory beanFactory, McpClientProperties properties) {
		return new ManagedServers(beanFactory, properties);
	}

	@Bean
	McpClientLifecycle mcpClientLifecycle(ManagedServers servers) {
		return new McpClientLifecycle(servers);
	}

	@Bean
	AsyncServersLifecycle mcpAsyncServersLifecycle(ManagedServers servers, Environment environment) {
		return new AsyncServersLifecycle(servers, environment);
	}

	/**
	 * A mock has no name unless it is told one.
	 */
	private static boolean hasName(McpServer server) {
		return Objects.nonNull(server.name());
	}

}
