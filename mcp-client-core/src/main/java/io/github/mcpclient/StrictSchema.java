package io.github.mcpclient;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Rewrites a JSON schema, on a copy, into the strict form that some models enforce: every
 * object closed, and all of its properties required. Used once.
 */
final class StrictSchema {

	private static final int MAX_DEPTH = 100;

	private static final int MAX_NODES = 100_000;

	/** Hold schemas whose objects cannot be closed without changing what is valid. */
	private static final Set<String> UNSUPPORTED = Set.of("allOf", "not", "if", "then", "else", "contains",
			"additionalItems", "unevaluatedItems", "patternProperties", "propertyNames", "unevaluatedProperties",
			"minProperties", "maxProperties", "dependencies", "dependentSchemas", "$dynamicRef", "$recursiveRef");

	private final Map<String, Object> root;

	private final List<@Nullable Object> references = new ArrayList<>();

	private int nodes;

	private StrictSchema(Map<String, Object> root) {
		this.root = root;
	}

	/**
	 * Rewrite a schema.
	 * @param schema the schema of an object
	 * @throws Unsupported if the strict form would mean something else
	 */
	static Map<String, Object> of(Map<String, Object> schema) throws Unsupported {
		StrictSchema conversion = new StrictSchema(schema);
		Map<String, Object> strict = new LinkedHashMap<>(conversion.convert(schema, 0));
		strict.putIfAbsent("type", "object");
		if (!strict.containsKey("properties")) {
			throw new Unsupported("no properties");
		}
		for (Object reference : conversion.references) {
			if (!(JsonSchema.resolve(strict, reference) instanceof Map)) {
				throw new Unsupported("a reference to what strict schemas do not have");
			}
		}
		return Collections.unmodifiableMap(strict);
	}

	private Map<String, Object> convert(@Nullable Object schema, int depth) throws Unsupported {
		Map<String, Object> copy = expand(schema, depth);
		if (copy.containsKey(JsonSchema.REF)) {
			resolve(copy.get(JsonSchema.REF));
			this.references.add(copy.get(JsonSchema.REF));
			return Collections.unmodifiableMap(copy);
		}
		check(copy, depth);
		if (copy.containsKey("default") && copy.get("default") == null) {
			copy.remove("default");
		}
		Object oneOf = copy.remove("oneOf");
		if (oneOf != null) {
			copy.put("anyOf", oneOf);
		}
		if (JsonSchema.isObject(copy)) {
			close(copy);
		}
		convertAll(copy, depth + 1);
		return Collections.unmodifiableMap(copy);
	}

	/**
	 * A copy of a schema in which a single {@code allOf}, and a reference that has
	 * siblings, are replaced by what they stand for.
	 */
	private Map<String, Object> expand(@Nullable Object schema, int depth) throws Unsupported {
		if (!(schema instanceof Map<?, ?>)) {
			throw new Unsupported("a place where anything is valid");
		}
		if (depth > MAX_DEPTH || ++this.nodes > MAX_NODES) {
			throw new Unsupported("more than %d levels or %d parts".formatted(MAX_DEPTH, MAX_NODES));
		}
		@SuppressWarnings("unchecked")
		Map<String, Object> copy = new LinkedHashMap<>((Map<String, Object>) schema);
		if (copy.get("allOf") instanceof List<?> all && all.size() == 1) {
			copy.remove("allOf");
			return merge(copy, whole(all.get(0), depth + 1));
		}
		if (copy.containsKey(JsonSchema.REF) && copy.size() > 1) {
			Object target = resolve(copy.remove(JsonSchema.REF));
			return merge(copy, whole(target, depth + 1));
		}
		return copy;
	}

	/**
	 * Like {@link #expand}, and a reference on its own is replaced too.
	 */
	private Map<String, Object> whole(@Nullable Object schema, int depth) throws Unsupported {
		Map<String, Object> expanded = expand(schema, depth);
		return expanded.containsKey(JsonSchema.REF) ? whole(resolve(expanded.get(JsonSchema.REF)), depth + 1)
				: expanded;
	}

	private static Map<String, Object> merge(Map<String, Object> siblings, Map<String, Object> target)
			throws Unsupported {
		for (Map.Entry<String, Object> sibling : siblings.entrySet()) {
			String keyword = sibling.getKey();
			if (JsonSchema.isConstraint(keyword) && !Objects.equals(sibling.getValue(), target.get(keyword))) {
				throw new Unsupported("'%s' beside a reference or allOf".formatted(keyword));
			}
		}
		Map<String, Object> merged = new LinkedHashMap<>(target);
		merged.putAll(siblings);
		return merged;
	}

	private Object resolve(@Nullable Object reference) throws Unsupported {
		if (JsonSchema.resolve(this.root, reference) instanceof Map<?, ?> target) {
			return target;
		}
		throw new Unsupported("a reference that cannot be resolved");
	}

	private static void check(Map<String, Object> schema, int depth) throws Unsupported {
		for (String keyword : schema.keySet()) {
			if (UNSUPPORTED.contains(keyword) || ("$id".equals(keyword) && depth > 0)) {
				throw new Unsupported("'%s'".formatted(keyword));
			}
		}
		boolean anyOf = schema.containsKey("anyOf") || schema.containsKey("oneOf");
		long constraints = schema.keySet().stream().filter(JsonSchema::isConstraint).count();
		if (anyOf && constraints > 1) {
			throw new Unsupported("constraints beside anyOf or oneOf");
		}
		boolean array = JsonSchema.allows(schema, "array");
		if (constraints == 0 || (array && !schema.containsKey("items") && !schema.containsKey("prefixItems"))) {
			throw new Unsupported("a place where anything is valid");
		}
	}

	private static void close(Map<String, Object> object) throws Unsupported {
		if (!Boolean.FALSE.equals(object.getOrDefault("additionalProperties", false))) {
			throw new Unsupported("an object with any other properties");
		}
		if (!(object.get("properties") instanceof Map<?, ?> properties)) {
			throw new Unsupported("an object with any properties");
		}
		if (object.get("required") instanceof List<?> required && !properties.keySet().containsAll(required)) {
			throw new Unsupported("a required property that is not described");
		}
		object.put("required", List.copyOf(properties.keySet()));
		object.put("additionalProperties", false);
	}

	private void convertAll(Map<String, Object> schema, int depth) throws Unsupported {
		for (Map.Entry<String, Object> entry : schema.entrySet()) {
			Object value = entry.getValue();
			switch (entry.getKey()) {
				case "properties", "$defs", "definitions" -> entry.setValue(convertValues(value, depth));
				case "anyOf", "prefixItems" -> entry.setValue(convertElements(value, depth));
				case "items" ->
					entry.setValue((value instanceof List) ? convertElements(value, depth) : convert(value, depth));
				default -> {
				}
			}
		}
	}

	private Map<String, Object> convertValues(Object schemas, int depth) throws Unsupported {
		if (!(schemas instanceof Map<?, ?> map)) {
			throw new Unsupported("something other than schemas by name");
		}
		Map<String, Object> converted = new LinkedHashMap<>();
		for (Map.Entry<?, ?> entry : map.entrySet()) {
			converted.put(String.valueOf(entry.getKey()), convert(entry.getValue(), depth));
		}
		return Collections.unmodifiableMap(converted);
	}

	private List<Object> convertElements(Object schemas, int depth) throws Unsupported {
		if (!(schemas instanceof List<?> list)) {
			throw new Unsupported("something other than a list of schemas");
		}
		List<Object> converted = new ArrayList<>();
		for (Object schema : list) {
			converted.add(convert(schema, depth));
		}
		return Collections.unmodifiableList(converted);
	}

	/**
	 * The schema has no strict form.
	 */
	static final class Unsupported extends Exception {

		Unsupported(String construct) {
			super(construct, null, false, false);
		}

	}

}
