package io.github.mcpclient.boot.autoconfigure;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;

import io.github.mcpclient.McpServer;

import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.MethodParameter;

/**
 * Finds no candidate for a field or parameter that is named like a server that is
 * disabled.
 */
class DisabledServerCandidateResolver extends ContextAnnotationAutowireCandidateResolver {

	private final DeclaredServers servers;

	DisabledServerCandidateResolver(DeclaredServers servers) {
		this.servers = servers;
	}

	@Override
	public boolean isAutowireCandidate(BeanDefinitionHolder candidate, DependencyDescriptor dependency) {
		boolean disabled = dependency.getDependencyType() == McpServer.class
				&& this.servers.disabled(dependency.getDependencyName()) != null && isSingle(dependency)
				&& !hasQualifier(dependency);
		return !disabled && super.isAutowireCandidate(candidate, dependency);
	}

	private static boolean isSingle(DependencyDescriptor dependency) {
		Field field = dependency.getField();
		MethodParameter parameter = dependency.getMethodParameter();
		Class<?> declared = dependency.getDependencyType();
		if (field != null) {
			declared = field.getType();
		}
		else if (parameter != null) {
			declared = parameter.getParameterType();
		}
		return !declared.isArray() && !Map.class.isAssignableFrom(declared)
				&& !Collection.class.isAssignableFrom(declared);
	}

}
