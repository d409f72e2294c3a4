package io.github.mcpclient;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What has to be known of JSON Schema to rewrite one.
 *
 * @see <a href="https://json-schema.org/draft/2020-12">Draft 2020-12</a>
 */
final class JsonSchema {

	static final String REF = "$ref";

	private static final Set<String> CONSTRAINTS = Set.of("type", "enum", "const", "nullable", "format", "multipleOf",
			"maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "items",
			"prefixItems", "additionalItems", "unevaluatedItems", "maxItems", "minItems", "uniqueItems", "contains",
			"maxContains", "minContains", "properties", "patternProperties", "additionalProperties",
			"unevaluatedProperties", "propertyNames", "required", "minProperties", "maxProperties", "dependencies",
			"dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", REF,
			"$dynamicRef", "$recursiveRef");

	private JsonSchema() {
	}

	/**
	 * Whether a keyword decides what is valid, and not merely describes it.
	 */
	static boolean isConstraint(String keyword) {
		return CONSTRAINTS.contains(keyword);
	}

	/**
	 * Whether a schema allows objects, as far as its own keywords say.
	 */
	static boolean isObject(Map<String, Object> schema) {
		return allows(schema, "object") || schema.containsKey("properties");
	}

	/**
	 * Whether a schema names a type.
	 */
	static boolean allows(Map<String, Object> schema, String name) {
		Object type = schema.get("type");
		return name.equals(type) || (type instanceof List<?> types && types.contains(name));
	}

	/**
	 * What a reference within a schema points at.
	 * @return {@code null} if there is nothing, or the reference leaves the schema
	 */
	static @Nullable Object resolve(Map<String, Object> root, @Nullable Object reference) {
		if ("#".equals(reference)) {
			return root;
		}
		if (!(reference instanceof String pointer) || !pointer.startsWith("#/")) {
			return null;
		}
		Object target = root;
		for (String part : pointer.substring(2).split("/", -1)) {
			target = step(target, unescape(part));
		}
		return target;
	}

	private static @Nullable Object step(@Nullable Object from, String key) {
		if (from instanceof Map<?, ?> map) {
			return map.get(key);
		}
		if (from instanceof List<?> list && key.matches("0|[1-9][0-9]{0,5}") && Integer.parseInt(key) < list.size()) {
			return list.get(Integer.parseInt(key));
		}
		return null;
	}

	private static String unescape(String part) {
		String decoded = (part.indexOf('%') < 0) ? part : decode(part);
		return decoded.replace("~1", "/").replace("~0", "~");
	}

	private static String decode(String part) {
		try {
			return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return part;
		}
	}

}
