package io.github.mcpclient.boot.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.mcpclient.FailureFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * Finds the handlers of a server among the beans: those qualified with its name, and
 * those without any qualifier. No handler is created before it is needed, so that one can
 * have a server injected.
 */
class HandlerBeans {

	private static final Logger logger = LoggerFactory.getLogger(HandlerBeans.class);

	private final ConfigurableListableBeanFactory beanFactory;

	HandlerBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Find the one handler of a server.
	 * @param type what the handler does
	 * @param server the name of the server
	 * @return the name of the bean that is qualified with the server's name, or else of
	 * the one that serves all
	 * @throws InvalidMcpClientConfigurationException if there are two of either
	 */
	@Nullable String one(Class<?> type, String server) {
		List<String> own = new ArrayList<>();
		List<String> common = new ArrayList<>();
		for (String name : names(type)) {
			Set<String> qualifiers = qualifiers(name);
			if (isOf(server, qualifiers)) {
				own.add(name);
			}
			else if (qualifiers.isEmpty()) {
				common.add(name);
			}
		}
		List<String> candidates = own.isEmpty() ? common : own;
		if (candidates.size() > 1) {
			throw new InvalidMcpClientConfigurationException(
					"MCP server '%s' has more than one %s: beans %s".formatted(server, type.getSimpleName(),
							candidates),
					"Remove all but one, or qualify them: @Qualifier(\"%s\") serves this server only."
						.formatted(server));
		}
		return candidates.isEmpty() ? null : candidates.get(0);
	}

	/**
	 * Whether a server has a handler.
	 * @param type what the handler does
	 * @param server the name of the server
	 * @return {@code true} if {@link #all} finds any
	 */
	boolean hasAny(Class<?> type, String server) {
		return !names(type, server).isEmpty();
	}

	/**
	 * Find all handlers of a server.
	 * @param <T> what the handlers do
	 * @param type what the handlers do
	 * @param server the name of the server
	 * @return the handlers in their order
	 */
	<T> List<T> all(Class<T> type, String server) {
		Map<T, String> handlers = new IdentityHashMap<>();
		names(type, server).forEach((name) -> handlers.put(get(name, type), name));
		return handlers.keySet()
			.stream()
			.sorted(AnnotationAwareOrderComparator.INSTANCE
				.withSourceProvider((handler) -> orderSource(handlers.get(handler))))
			.toList();
	}

	/**
	 * Find how failed calls of a server's tools are put to a model.
	 * @param server the name of the server; an empty one to find what serves all
	 * @return the function, if there is one
	 */
	@Nullable FailureFunction failureFunction(String server) {
		String bean = one(FailureFunction.class, server);
		return (bean != null) ? (serverName, toolName, failure) -> get(bean, FailureFunction.class).describe(serverName,
				toolName, failure) : null;
	}

	/**
	 * Say so if a handler is qualified, but serves nobody.
	 * @param types what handlers do
	 * @param servers the names of all servers
	 */
	void warnOfUnknownQualifiers(List<Class<?>> types, Set<String> servers) {
		for (Class<?> type : types) {
			for (String name : names(type)) {
				Set<String> qualifiers = qualifiers(name);
				if (!qualifiers.isEmpty() && servers.stream().noneMatch((server) -> isOf(server, qualifiers))) {
					logger.warn("{} bean '{}' serves no MCP server: it is qualified with {}, and the servers are {}",
							type.getSimpleName(), name, qualifiers, servers);
				}
			}
		}
	}

	<T> T get(String name, Class<T> type) {
		return this.beanFactory.getBean(name, type);
	}

	private static boolean isOf(String server, Set<String> qualifiers) {
		return qualifiers.contains(server) || qualifiers.contains(DeclaredServers.alias(server));
	}

	/**
	 * Where an order may be, besides the handler itself.
	 */
	private @Nullable Object orderSource(@Nullable String name) {
		try {
			return (name != null
					&& this.beanFactory.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition)
							? definition.getResolvedFactoryMethod() : null;
		}
		catch (NoSuchBeanDefinitionException ex) {
			return null;
		}
	}

	private List<String> names(Class<?> type) {
		return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, type))
			.filter(this::isAutowireCandidate)
			.toList();
	}

	private List<String> names(Class<?> type, String server) {
		return names(type).stream().filter((name) -> {
			Set<String> qualifiers = qualifiers(name);
			return qualifiers.isEmpty() || isOf(server, qualifiers);
		}).toList();
	}

	private boolean isAutowireCandidate(String name) {
		try {
			return this.beanFactory.getMergedBeanDefinition(name).isAutowireCandidate();
		}
		catch (NoSuchBeanDefinitionException ex) {
			return true; // a singleton that was registered as an object
		}
	}

	/**
	 * What the bean is qualified with, wherever that is said: its definition, its factory
	 * method or its class.
	 */
	private Set<String> qualifiers(String name) {
		Set<String> qualifiers = new LinkedHashSet<>();
		BeanFactoryAnnotationUtils.isQualifierMatch((qualifier) -> {
			qualifiers.add(qualifier);
			return false;
		}, name, this.beanFactory);
		qualifiers.remove(name);
		Arrays.asList(this.beanFactory.getAliases(name)).forEach(qualifiers::remove);
		return qualifiers;
	}

}
