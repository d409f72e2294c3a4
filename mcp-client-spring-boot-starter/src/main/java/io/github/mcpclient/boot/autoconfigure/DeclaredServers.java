package io.github.mcpclient.boot.autoconfigure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The names under {@code mcp.client.servers}, known before anything is bound.
 */
final class DeclaredServers {

	private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

	private final ConfiguredProperties properties;

	private final Set<String> enabled = new LinkedHashSet<>();

	private final Set<String> disabled = new LinkedHashSet<>();

	private DeclaredServers(Environment environment) {
		Iterable<ConfigurationPropertySource> sources = ConfigurationPropertySources.get(environment);
		this.properties = new ConfiguredProperties(sources);
		Binder binder = Binder.get(environment);
		boolean enabledByDefault = flag(binder, McpClientProperties.DEFAULTS, true);
		for (String name : names(sources)) {
			boolean enabled = flag(binder, McpClientProperties.SERVERS.append(name), enabledByDefault);
			(enabled ? this.enabled : this.disabled).add(name);
		}
	}

	/**
	 * Read the names.
	 * @param environment what configures the servers
	 * @return the servers
	 * @throws InvalidMcpClientConfigurationException if a name is none, or is used twice
	 */
	static DeclaredServers of(Environment environment) {
		return new DeclaredServers(environment);
	}

	/**
	 * The other name of the bean of a server.
	 * @param name the name of the server
	 * @return the name in camel case
	 */
	static String alias(String name) {
		StringBuilder alias = new StringBuilder();
		for (String word : name.split("-")) {
			alias.append(alias.isEmpty() ? word : StringUtils.capitalize(word));
		}
		return alias.toString();
	}

	Set<String> enabled() {
		return this.enabled;
	}

	Set<String> disabled() {
		return this.disabled;
	}

	/**
	 * Find a server that is disabled.
	 * @param beanName a name or alias
	 * @return the name of the server, if there is one
	 */
	@Nullable String disabled(@Nullable String beanName) {
		for (String name : this.disabled) {
			if (name.equals(beanName) || alias(name).equals(beanName)) {
				return name;
			}
		}
		return null;
	}

	/**
	 * The names in the order of their declaration: what overrides a source only adds to
	 * it.
	 */
	private Set<String> names(Iterable<ConfigurationPropertySource> sources) {
		Deque<ConfigurationPropertySource> leastSpecificFirst = new ArrayDeque<>();
		sources.forEach(leastSpecificFirst::addFirst);
		Map<ConfigurationPropertyName, String> names = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : leastSpecificFirst) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter(McpClientProperties.SERVERS::isAncestorOf)
					.forEach((property) -> add(names, property, source));
			}
		}
		return new LinkedHashSet<>(names.values());
	}

	private void add(Map<ConfigurationPropertyName, String> names, ConfigurationPropertyName property,
			ConfigurationPropertySource source) {
		ConfigurationPropertyName server = property.chop(McpClientProperties.SERVERS.getNumberOfElements() + 1);
		String name = server.getLastElement(Form.ORIGINAL);
		Origin origin = Origin.from(source.getConfigurationProperty(property));
		String other = names.putIfAbsent(server, name);
		if (other != null && !other.equals(name)) {
			throw new InvalidMcpClientConfigurationException(server, origin,
					"has the same name as '%s' but for dashes and case".formatted(other),
					"Rename one of them, or spell the name of one server alike everywhere. An environment variable "
							+ "cannot spell a dash: use a placeholder in the property, or a name without dashes.");
		}
		if (!NAME.matcher(name).matches()) {
			throw new InvalidMcpClientConfigurationException(server, origin, "has no valid name",
					"Rename the server, to " + suggestion(name)
							+ ": a name consists of lower-case letters, digits and single dashes.");
		}
	}

	private static String suggestion(String name) {
		String words = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
			.replaceAll("[^A-Za-z0-9]+", "-")
			.toLowerCase(Locale.ROOT);
		String suggestion = words.replaceAll("^[-0-9]+|-+$", "");
		return suggestion.isEmpty() ? "'my-server' for example" : "'" + suggestion + "'";
	}

	private boolean flag(Binder binder, ConfigurationPropertyName owner, boolean otherwise) {
		ConfigurationPropertyName name = owner.append("enabled");
		try {
			return binder.bind(name, Bindable.of(Boolean.class)).orElse(otherwise);
		}
		catch (BindException ex) {
			throw new InvalidMcpClientConfigurationException(name, this.properties.origin(name),
					"is neither true nor false", "Write 'true' or 'false'.");
		}
	}

}
