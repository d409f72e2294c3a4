package io.github.mcpclient.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Explains that a bean that was registered after a server has its name. Ahead of Spring
 * Boot's own analyzer, which advises to allow overriding.
 */
class McpServerNameClashFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException>
		implements Ordered {

	private final Environment environment;

	McpServerNameClashFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanDefinitionOverrideException cause) {
		boolean existing = isServer(cause.getExistingDefinition());
		if (!existing && !isServer(cause.getBeanDefinition())) {
			return null;
		}
		BeanDefinition other = existing ? cause.getBeanDefinition() : cause.getExistingDefinition();
		for (String server : DeclaredServers.of(this.environment).enabled()) {
			if (server.equals(cause.getBeanName()) || DeclaredServers.alias(server).equals(cause.getBeanName())) {
				return new InvalidMcpClientConfigurationFailureAnalyzer().analyze(McpServerNameClash.of(server,
						cause.getBeanName(), McpServerNameClash.describe(other), this.environment));
			}
		}
		return null;
	}

	private static boolean isServer(BeanDefinition definition) {
		return definition.getSource() == McpServerBeanRegistrar.class;
	}

}
