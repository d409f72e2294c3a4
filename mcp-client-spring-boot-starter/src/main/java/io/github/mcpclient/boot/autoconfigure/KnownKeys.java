package io.github.mcpclient.boot.autoconfigure;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Parameter;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The keys that exist, to suggest the one that was meant.
 */
final class KnownKeys {

	private KnownKeys() {
	}

	/**
	 * The keys of a type of properties.
	 * @param type a type of this package
	 * @return its keys
	 */
	static Set<String> of(Class<?> type) {
		return keys(type).keySet();
	}

	/**
	 * Suggest what to write instead of a property.
	 * @param property a property below {@code mcp.client} that does not exist
	 * @return a sentence
	 */
	static String suggest(ConfigurationPropertyName property) {
		Class<?> type = McpClientProperties.class;
		for (int i = McpClientProperties.PREFIX.getNumberOfElements(); i < property.getNumberOfElements(); i++) {
			if (Collection.class.isAssignableFrom(type)) {
				return "'%s' is a list: write it as [\"one\", \"another\"].".formatted(property.chop(i));
			}
			Map<String, Class<?>> keys = keys(type);
			String key = property.getElement(i, Form.DASHED);
			Class<?> next = keys.get(key);
			if (next == null) {
				return suggest(key, property.chop(i), keys);
			}
			if (next == Map.class && property.chop(i + 1).equals(McpClientProperties.SERVERS)) {
				next = McpServerProperties.class;
				i++;
			}
			type = next;
		}
		return "Remove it.";
	}

	private static String suggest(String key, ConfigurationPropertyName parent, Map<String, Class<?>> keys) {
		if (parent.equals(McpClientProperties.DEFAULTS) && keys(McpServerProperties.class).containsKey(key)) {
			return "'%s' cannot have a default: set it for each server.".formatted(key);
		}
		String closest = closest(key, keys);
		if (closest != null) {
			return "Did you mean '%s'?".formatted(closest);
		}
		return keys.isEmpty() ? "'%s' has no keys below it.".formatted(parent)
				: "Remove it. The keys below '%s' are %s.".formatted(parent, String.join(", ", keys.keySet()));
	}

	private static @Nullable String closest(String key, Map<String, Class<?>> keys) {
		int limit = Math.max(2, key.length() / 3);
		String closest = null;
		for (String candidate : keys.keySet()) {
			int distance = distance(key, candidate);
			if (distance <= limit) {
				limit = distance - 1;
				closest = candidate;
			}
		}
		return closest;
	}

	private static Map<String, Class<?>> keys(Class<?> type) {
		Map<String, Class<?>> keys = new TreeMap<>();
		if (type.isRecord()) {
			for (Parameter component : type.getDeclaredConstructors()[0].getParameters()) {
				Name name = component.getAnnotation(Name.class);
				keys.put((name != null) ? name.value() : DataObjectPropertyName.toDashedForm(component.getName()),
						component.getType());
			}
		}
		else if (type.getPackage() == McpClientProperties.class.getPackage() && !type.isEnum()) {
			for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(type)) {
				if (!property.getName().equals("class")) {
					keys.put(DataObjectPropertyName.toDashedForm(property.getName()), property.getPropertyType());
				}
			}
		}
		return keys;
	}

	/**
	 * How many letters have to be added, removed, replaced or swapped with their
	 * neighbour to make one word of the other.
	 */
	private static int distance(String from, String to) {
		int[][] distance = new int[from.length() + 1][to.length() + 1];
		for (int i = 0; i <= from.length(); i++) {
			for (int j = 0; j <= to.length(); j++) {
				distance[i][j] = (i == 0 || j == 0) ? i + j : step(distance, from, to, i, j);
			}
		}
		return distance[from.length()][to.length()];
	}

	private static int step(int[][] distance, String from, String to, int i, int j) {
		int replace = distance[i - 1][j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
		int shortest = Math.min(replace, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
		boolean swapped = i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2)
				&& from.charAt(i - 2) == to.charAt(j - 1);
		return swapped ? Math.min(shortest, distance[i - 2][j - 2] + 1) : shortest;
	}

}
