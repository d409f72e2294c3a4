package io.github.mcpclient.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.util.ObjectUtils;

/**
 * Properties whose keys mean something together only. The most specific source that has
 * one replaces what all others say of it; the binder would mix their keys, and give tools
 * rules that nobody wrote.
 */
class WholeProperties {

	private static final Set<Class<?>> TYPES = Set.of(ApprovalProperties.class, ToolFilterProperties.class);

	private static final Set<String> LISTS_OF_TOOLS = Set.of("always", "never", "allow", "block");

	private final Environment environment;

	WholeProperties(Environment environment) {
		this.environment = environment;
	}

	static boolean isWhole(Class<?> type) {
		return TYPES.contains(type);
	}

	/**
	 * Stop if nothing is said, or one source gives a value and another one keys: one of
	 * them would be lost.
	 * @param name the name of the property
	 * @param type its type
	 * @param sources the sources, the most specific one first
	 */
	void check(ConfigurationPropertyName name, Class<?> type, Iterable<ConfigurationPropertySource> sources) {
		ConfigurationProperty value = new ConfiguredProperties(sources).find(name);
		if (value == null) {
			return;
		}
		if (ObjectUtils.isEmpty(value.getValue())) {
			throw new InvalidMcpClientConfigurationException(name, value.getOrigin(), "is empty",
					"Remove it, or write " + expected(type) + ".");
		}
		if (type != ApprovalProperties.class) {
			throw new InvalidMcpClientConfigurationException(name, value.getOrigin(),
					"has a value, but should have keys below it", "Write " + expected(type) + ".");
		}
		if (!(value.getValue() instanceof CharSequence || value.getValue() instanceof Boolean)) {
			throw new InvalidMcpClientConfigurationException(name, value.getOrigin(),
					"has the value '%s', which it cannot have".formatted(value.getValue()),
					"Write " + expected(type) + ".");
		}
		List<ConfigurationPropertySource> withKeys = withKeys(name, type, sources);
		if (!withKeys.isEmpty()) {
			Origin keys = origin(name, type, withKeys.get(0));
			throw new InvalidMcpClientConfigurationException(name, value.getOrigin(),
					"has a value, and also keys below it%s".formatted((keys != null) ? ": " + keys : ""),
					"Write the value as a key, too: '%s.default'.".formatted(name));
		}
	}

	/**
	 * Bind anew from the most specific source only.
	 * @param name the name of the property
	 * @param target what was bound from all sources
	 * @param sources the sources, the most specific one first
	 * @return what that source says
	 * @throws InvalidMcpClientConfigurationException if it says nothing of any tool
	 */
	Object bindWhole(ConfigurationPropertyName name, Bindable<?> target,
			Iterable<ConfigurationPropertySource> sources) {
		Class<?> type = target.getType().resolve(Object.class);
		List<ConfigurationPropertySource> withKeys = withKeys(name, type, sources);
		ConfigurationPropertySource source = withKeys.get(0);
		Object bound = new Binder(List.of(source), new PropertySourcesPlaceholdersResolver(this.environment))
			.bind(name, Bindable.of(target.getType()))
			.orElse(null);
		if (bound == null || !saysAnything(bound)) {
			throw saysNothing(name, type, withKeys);
		}
		return bound;
	}

	/**
	 * Stop if there are keys, although nothing could be bound.
	 * @param name the name of the property
	 * @param type its type
	 * @param sources the sources, the most specific one first
	 */
	void checkNothingIsLost(ConfigurationPropertyName name, Class<?> type,
			Iterable<ConfigurationPropertySource> sources) {
		List<ConfigurationPropertySource> withKeys = withKeys(name, type, sources);
		if (!withKeys.isEmpty()) {
			throw saysNothing(name, type, withKeys);
		}
	}

	/**
	 * Stop if YAML made something else of the name of a tool, such as {@code true} of
	 * {@code yes}.
	 * @param property what is configured
	 */
	void checkToolName(ConfigurationProperty property) {
		if (isListOfTools(property.getName()) && !(property.getValue() instanceof CharSequence)) {
			throw new InvalidMcpClientConfigurationException(property.getName(), property.getOrigin(),
					"holds %s, which is no text".formatted(property.getValue()),
					"Put names of tools such as yes, no, on, off and 42 in quotes.");
		}
	}

	private static boolean isListOfTools(ConfigurationPropertyName name) {
		ConfigurationPropertyName list = name.isLastElementIndexed() ? name.getParent() : name;
		ConfigurationPropertyName whole = list.getParent();
		ConfigurationPropertyName owner = whole.getParent();
		return (McpClientProperties.DEFAULTS.equals(owner) || McpClientProperties.SERVERS.isParentOf(owner))
				&& Set.of("approval", "toolfilter").contains(whole.getLastElement(Form.UNIFORM))
				&& LISTS_OF_TOOLS.contains(list.getLastElement(Form.UNIFORM));
	}

	private static List<ConfigurationPropertySource> withKeys(ConfigurationPropertyName name, Class<?> type,
			Iterable<ConfigurationPropertySource> sources) {
		List<ConfigurationPropertySource> withKeys = new ArrayList<>();
		for (ConfigurationPropertySource source : sources) {
			if (source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT
					|| key(name, type, source) != null) {
				withKeys.add(source);
			}
		}
		return withKeys;
	}

	/**
	 * A key that a source has. Not every source can list what it has.
	 */
	private static @Nullable ConfigurationProperty key(ConfigurationPropertyName name, Class<?> type,
			ConfigurationPropertySource source) {
		for (String key : KnownKeys.of(type)) {
			ConfigurationProperty property = source.getConfigurationProperty(name.append(key));
			if (property == null) {
				property = source.getConfigurationProperty(name.append(key + "[0]"));
			}
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	private static @Nullable Origin origin(ConfigurationPropertyName name, Class<?> type,
			ConfigurationPropertySource source) {
		ConfigurationProperty key = key(name, type, source);
		return (key != null) ? key.getOrigin() : new ConfiguredProperties(List.of(source)).origin(name);
	}

	private static boolean saysAnything(Object bound) {
		return (bound instanceof ApprovalProperties approval) ? approval.saysAnything()
				: ((ToolFilterProperties) bound).saysAnything();
	}

	private static InvalidMcpClientConfigurationException saysNothing(ConfigurationPropertyName name, Class<?> type,
			List<ConfigurationPropertySource> withKeys) {
		ConfigurationPropertySource source = withKeys.get(0);
		ConfigurationProperty unknown = unknownKey(name, type, source);
		if (unknown != null) {
			return BindProblems.unknown(unknown);
		}
		String replaced = "";
		if (withKeys.size() > 1) {
			Origin other = origin(name, type, withKeys.get(1));
			replaced = ", and replaces all that is said elsewhere" + ((other != null) ? ": " + other : "");
		}
		return new InvalidMcpClientConfigurationException(name, origin(name, type, source),
				"says nothing of any tool" + replaced, "Write " + expected(type) + ", all in one place.");
	}

	private static @Nullable ConfigurationProperty unknownKey(ConfigurationPropertyName name, Class<?> type,
			ConfigurationPropertySource source) {
		if (source instanceof IterableConfigurationPropertySource iterable) {
			for (ConfigurationPropertyName candidate : iterable) {
				if (name.isAncestorOf(candidate) && !isKnown(candidate, name.getNumberOfElements(), type)) {
					return source.getConfigurationProperty(candidate);
				}
			}
		}
		return null;
	}

	/**
	 * Whether a key exists: one of the type, or an element of it.
	 */
	private static boolean isKnown(ConfigurationPropertyName candidate, int depth, Class<?> type) {
		int elements = candidate.getNumberOfElements() - depth;
		return KnownKeys.of(type).contains(candidate.getElement(depth, Form.DASHED))
				&& (elements == 1 || (elements == 2 && candidate.isLastElementIndexed()));
	}

	/**
	 * What to write.
	 * @param type one of these types
	 * @return the rest of a sentence
	 */
	static String expected(Class<?> type) {
		return (type == ApprovalProperties.class)
				? "always or never, or at least one of the keys default, always, never"
				: "at least one of the keys allow, block";
	}

}
