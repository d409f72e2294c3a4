package io.github.mcpclient.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;

/**
 * What is said when a server and another bean have the same name.
 */
final class McpServerNameClash {

	private McpServerNameClash() {
	}

	/**
	 * Say it.
	 * @param server the name of the server
	 * @param beanName its name or its alias, whichever is taken
	 * @param other what the other bean is, if that is known
	 * @param environment what configures the server
	 * @return the exception to throw
	 */
	static InvalidMcpClientConfigurationException of(String server, String beanName, @Nullable String other,
			Environment environment) {
		ConfigurationPropertyName property = McpClientProperties.SERVERS.append(server);
		String its = beanName.equals(server) ? "name" : "other name in camel case";
		return new InvalidMcpClientConfigurationException(property,
				new ConfiguredProperties(ConfigurationPropertySources.get(environment)).origin(property),
				"cannot become a bean, because its %s '%s' is that of another bean%s".formatted(its, beanName,
						(other != null) ? ", " + other : ""),
				"Rename the server or the bean.");
	}

	/**
	 * What a bean is, as far as its definition knows.
	 */
	static String describe(BeanDefinition definition) {
		MethodMetadata method = (definition instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		if (method != null) {
			return "defined by method '%s' of %s".formatted(method.getMethodName(), method.getDeclaringClassName());
		}
		if (definition.getBeanClassName() != null) {
			return "of type " + definition.getBeanClassName();
		}
		String resource = definition.getResourceDescription();
		return (resource != null) ? "defined in " + resource : "defined elsewhere";
	}

}
