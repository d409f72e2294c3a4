package io.github.mcpclient.boot.autoconfigure;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Refuses a server whose bean would take the name of another bean. Registers nothing:
 * imported before {@link McpServerBeanRegistrar}, which cannot see what is registered.
 */
class McpServerNameCheck implements ImportBeanDefinitionRegistrar {

	/** Names by which Spring looks for beans of its own, whether they exist or not. */
	private static final Set<String> RESERVED = Set.of("applicationEventMulticaster", "applicationStartup",
			"bootstrapExecutor", "conversionService", "dispatcherServlet", "environment", "flashMapManager",
			"handlerAdapter", "handlerExceptionResolver", "handlerMapping", "lifecycleProcessor", "loadTimeWeaver",
			"localeContextResolver", "localeResolver", "messageSource", "multipartResolver", "systemEnvironment",
			"systemProperties", "taskExecutor", "taskScheduler", "viewNameTranslator", "viewResolver", "webHandler");

	private final Environment environment;

	McpServerNameCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata importingClass, BeanDefinitionRegistry registry) {
		for (String name : DeclaredServers.of(this.environment).enabled()) {
			check(name, name, registry);
			check(name, DeclaredServers.alias(name), registry);
		}
	}

	private void check(String server, String beanName, BeanDefinitionRegistry registry) {
		if (RESERVED.contains(beanName)) {
			throw McpServerNameClash.of(server, beanName, "a bean of Spring's own", this.environment);
		}
		if (registry.isBeanNameInUse(beanName) || hasSingleton(registry, beanName)) {
			throw McpServerNameClash.of(server, beanName, describe(registry, beanName), this.environment);
		}
	}

	private static boolean hasSingleton(BeanDefinitionRegistry registry, String beanName) {
		return registry instanceof SingletonBeanRegistry singletons && singletons.containsSingleton(beanName);
	}

	private static @Nullable String describe(BeanDefinitionRegistry registry, String beanName) {
		return registry.containsBeanDefinition(beanName)
				? McpServerNameClash.describe(registry.getBeanDefinition(beanName)) : null;
	}

}
