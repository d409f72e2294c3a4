package io.github.mcpclient.boot.autoconfigure;

import io.github.mcpclient.McpServer;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Explains that a server is missing because it is disabled.
 */
class DisabledMcpServerFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	private final Environment environment;

	DisabledMcpServerFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause,
			@Nullable String description) {
		ResolvableType type = cause.getResolvableType();
		if (type != null && type.resolve() != McpServer.class) {
			return null;
		}
		String who = (description != null) ? description : "The application";
		if (type != null && !this.environment.getProperty("mcp.client.enabled", Boolean.class, true)) {
			return new FailureAnalysis(
					"%s needs an MCP server, but 'mcp.client.enabled' is false: there are none.".formatted(who),
					"Set 'mcp.client.enabled' to true, or do without the server.", cause);
		}
		DeclaredServers servers = DeclaredServers.of(this.environment);
		String server = servers.disabled((cause.getBeanName() != null) ? cause.getBeanName() : qualifier(rootFailure));
		if (server == null) {
			server = servers.disabled(name(rootFailure));
		}
		return (server != null) ? explain(server, who, cause) : null;
	}

	private FailureAnalysis explain(String server, String who, NoSuchBeanDefinitionException cause) {
		ConfigurationPropertyName property = enabledProperty(server);
		Object origin = new ConfiguredProperties(ConfigurationPropertySources.get(this.environment)).origin(property);
		String description = "%s needs MCP server '%s', which is disabled.%n%n    Property: %s%n    Origin: %s"
			.formatted(who, server, property, (origin != null) ? origin : "unknown");
		return new FailureAnalysis(description,
				"Set '%s' to true, or do without the server: an ObjectProvider<McpServer> can be empty."
					.formatted(property),
				cause);
	}

	private ConfigurationPropertyName enabledProperty(String server) {
		ConfigurationPropertyName own = McpClientProperties.SERVERS.append(server).append("enabled");
		boolean isSet = new ConfiguredProperties(ConfigurationPropertySources.get(this.environment)).isSet(own);
		return isSet ? own : McpClientProperties.DEFAULTS.append("enabled");
	}

	private static @Nullable String qualifier(Throwable failure) {
		InjectionPoint point = injectionPoint(failure);
		Qualifier qualifier = (point != null) ? point.getAnnotation(Qualifier.class) : null;
		return (qualifier != null) ? qualifier.value() : null;
	}

	private static @Nullable String name(Throwable failure) {
		InjectionPoint point = injectionPoint(failure);
		if (point == null) {
			return null;
		}
		MethodParameter parameter = point.getMethodParameter();
		if (parameter != null) {
			parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
			return parameter.getParameterName();
		}
		return point.getMember().getName();
	}

	private static @Nullable InjectionPoint injectionPoint(Throwable failure) {
		InjectionPoint point = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof UnsatisfiedDependencyException unsatisfied) {
				point = unsatisfied.getInjectionPoint();
			}
		}
		return point;
	}

}
