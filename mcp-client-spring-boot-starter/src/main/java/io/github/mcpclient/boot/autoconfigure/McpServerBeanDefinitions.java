package io.github.mcpclient.boot.autoconfigure;

import java.util.Set;

import io.github.mcpclient.McpServer;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;

/**
 * Completes what {@link McpServerBeanRegistrar} registered. Runs before the
 * post-processor of Spring's test support that puts mocks in the place of beans.
 */
class McpServerBeanDefinitions implements BeanFactoryPostProcessor, PriorityOrdered {

	private final Environment environment;

	McpServerBeanDefinitions(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		DeclaredServers servers = DeclaredServers.of(this.environment);
		for (String name : servers.enabled()) {
			BeanDefinition definition = beanFactory.getBeanDefinition(name);
			checkNotOverridden(name, name, definition);
			checkNotOverridden(name, DeclaredServers.alias(name),
					beanFactory.getMergedBeanDefinition(DeclaredServers.alias(name)));
			// Closed by McpClientLifecycle, in parallel, and at last by the factory
			((AbstractBeanDefinition) definition).setDestroyMethodName("");
			if (hasParentServer(name, beanFactory) && beanFactory instanceof BeanDefinitionRegistry registry) {
				remove(name, registry);
			}
		}
		resolveNoneForDisabled(servers, beanFactory);
	}

	/**
	 * A child context sees the properties of its parent, and should not connect to the
	 * same server once more.
	 */
	private static boolean hasParentServer(String name, ConfigurableListableBeanFactory beanFactory) {
		BeanFactory parent = beanFactory.getParentBeanFactory();
		return parent != null && parent.containsBean(name) && parent.isTypeMatch(name, McpServer.class);
	}

	private static void remove(String name, BeanDefinitionRegistry registry) {
		registry.removeBeanDefinition(name);
		if (registry.isAlias(DeclaredServers.alias(name))) {
			registry.removeAlias(DeclaredServers.alias(name));
		}
	}

	/**
	 * Where overriding is allowed, a bean that is registered later replaces the server.
	 */
	private void checkNotOverridden(String name, String beanName, BeanDefinition definition) {
		if (definition.getSource() != McpServerBeanRegistrar.class) {
			throw McpServerNameClash.of(name, beanName, McpServerNameClash.describe(definition), this.environment);
		}
	}

	/**
	 * Spring would inject the only other server where a disabled one is asked for by
	 * name.
	 */
	private static void resolveNoneForDisabled(DeclaredServers servers, ConfigurableListableBeanFactory beanFactory) {
		Set<String> disabled = servers.disabled();
		if (!disabled.isEmpty() && beanFactory instanceof DefaultListableBeanFactory listable
				&& listable.getAutowireCandidateResolver()
					.getClass() == ContextAnnotationAutowireCandidateResolver.class) {
			listable.setAutowireCandidateResolver(new DisabledServerCandidateResolver(servers));
		}
	}

}
