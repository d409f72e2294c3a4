package io.github.mcpclient.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;

/**
 * What the sources of the environment say about a property, and where they say it.
 */
final class ConfiguredProperties {

	private final Iterable<ConfigurationPropertySource> sources;

	ConfiguredProperties(Iterable<ConfigurationPropertySource> sources) {
		this.sources = sources;
	}

	/**
	 * The property as it is in effect.
	 * @param name the full name
	 * @return the property of the first source that has it
	 */
	@Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : this.sources) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	/**
	 * Whether any source sets the property or one below it.
	 * @param name the full name
	 * @return {@code true} if so
	 */
	boolean isSet(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : this.sources) {
			if (source.getConfigurationProperty(name) != null
					|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Where the property, or else one below it, is set.
	 * @param name the full name
	 * @return the place, if it is known
	 */
	@Nullable Origin origin(ConfigurationPropertyName name) {
		ConfigurationProperty property = find(name);
		return (property != null) ? property.getOrigin() : originBelow(name);
	}

	/**
	 * The property that sets a value of a server: its own, or else the default.
	 * @param server the full name of the server
	 * @param key the rest of the property's name
	 * @return the full name
	 */
	ConfigurationPropertyName locate(ConfigurationPropertyName server, String key) {
		ConfigurationPropertyName own = server.append(key);
		ConfigurationPropertyName byDefault = McpClientProperties.DEFAULTS.append(key);
		return (!isSet(own) && isSet(byDefault)) ? byDefault : own;
	}

	/**
	 * Say that a property is wrong, and where it is set.
	 * @param property the full name
	 * @param problem what is wrong: the rest of a sentence about the property
	 * @param fix what to do: a sentence
	 * @return the exception to throw
	 */
	InvalidMcpClientConfigurationException problem(ConfigurationPropertyName property, String problem, String fix) {
		return new InvalidMcpClientConfigurationException(property, origin(property), problem, fix);
	}

	private @Nullable Origin originBelow(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : this.sources) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				for (ConfigurationPropertyName candidate : iterable) {
					ConfigurationProperty property = name.isAncestorOf(candidate)
							? source.getConfigurationProperty(candidate) : null;
					if (property != null) {
						return property.getOrigin();
					}
				}
			}
		}
		return null;
	}

}
