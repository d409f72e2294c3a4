package io.github.mcpclient.boot.autoconfigure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Turns what the binder says into what the user has to do. Values are shown only where
 * the type of the property leaves no room for a secret.
 */
class BindProblems {

	private static final Map<String, String> EXAMPLES = Map.of("Duration", "a duration such as 500ms, 30s or 5m",
			"DataSize", "a size such as 512KB or 16MB", "Charset", "the name of a character set such as UTF-8", "int",
			"a whole number", "double", "a number such as 0.2", "boolean", "true or false");

	private final Environment environment;

	BindProblems(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Stop if a placeholder in the property has no value.
	 * @param property the property as it is configured
	 */
	void throwIfUnresolved(ConfigurationProperty property) {
		try {
			this.environment.resolveRequiredPlaceholders(property.getValue().toString());
		}
		catch (PlaceholderResolutionException ex) {
			throw new InvalidMcpClientConfigurationException(property.getName(), property.getOrigin(),
					"holds the placeholder '${%s}', which has no value".formatted(ex.getPlaceholder()),
					"Set '%s', or give the placeholder a default: '${%s:…}'.".formatted(ex.getPlaceholder(),
							ex.getPlaceholder()));
		}
	}

	Exception explain(ConfigurationPropertyName name, Bindable<?> target, @Nullable ConfigurationProperty property,
			Exception error) {
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (cause instanceof InvalidMcpClientConfigurationException) {
				return error;
			}
			if (cause instanceof UnboundConfigurationPropertiesException unbound) {
				return unknown(unbound.getUnboundProperties().iterator().next());
			}
		}
		if (error instanceof BindException nested) {
			return invalid(nested.getName(), nested.getTarget(), nested.getProperty());
		}
		return invalid(name, target, property);
	}

	static InvalidMcpClientConfigurationException unknown(ConfigurationProperty property) {
		return new InvalidMcpClientConfigurationException(property.getName(), property.getOrigin(),
				"is no known property", KnownKeys.suggest(property.getName()));
	}

	private InvalidMcpClientConfigurationException invalid(ConfigurationPropertyName name, Bindable<?> target,
			@Nullable ConfigurationProperty property) {
		Class<?> type = target.getType().resolve(Object.class);
		String problem = "has a value that it cannot have";
		Origin origin = null;
		if (property != null && property.getName().equals(name)) {
			if (property.getValue() instanceof CharSequence) {
				throwIfUnresolved(property);
			}
			if (!mayHoldSecret(type)) {
				problem = "has the value '%s', which it cannot have".formatted(property.getValue());
			}
			origin = property.getOrigin();
		}
		return new InvalidMcpClientConfigurationException(name, origin, problem, "Write " + expected(type) + ".");
	}

	private static boolean mayHoldSecret(Class<?> type) {
		return CharSequence.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
				|| Collection.class.isAssignableFrom(type) || type == Object.class;
	}

	private static String expected(Class<?> type) {
		if (WholeProperties.isWhole(type)) {
			return WholeProperties.expected(type);
		}
		if (type.isEnum()) {
			return Arrays.stream(type.getEnumConstants())
				.map((constant) -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", ", "one of ", ""));
		}
		return EXAMPLES.getOrDefault(type.getSimpleName(), "a " + type.getSimpleName());
	}

}
