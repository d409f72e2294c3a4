package io.github.mcpclient.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table of all properties in Markdown, made of the metadata that the build generates.
 */
final class PropertyTable {

	private static final String DEFAULTS = "mcp.client.defaults.";

	private static final String SERVER = "mcp.client.servers.<name>.";

	private PropertyTable() {
	}

	static String create() {
		List<String> rows = new ArrayList<>();
		rows.add("| property | type | default | description |");
		rows.add("|---|---|---|---|");
		properties().forEach((property) -> rows.add(property.toRow()));
		return String.join("\n", rows);
	}

	static List<Property> properties() {
		List<Property> properties = new ArrayList<>();
		for (JsonNode property : read("META-INF/spring-configuration-metadata.json")) {
			String name = property.path("name").asString();
			if (!name.startsWith(DEFAULTS) && !name.equals("mcp.client.servers")) {
				properties.add(of("", property));
			}
		}
		properties.add(new Property(DEFAULTS + "*", "", "",
				"Any property of a server below but `command`, `args` and `url`, for all servers that do not set it."));
		properties.addAll(ofServers());
		return properties;
	}

	/**
	 * The properties of a server. Those that are described by hand are so among the
	 * defaults only.
	 */
	private static Collection<Property> ofServers() {
		Map<String, Property> properties = new TreeMap<>();
		for (JsonNode property : read("META-INF/spring-configuration-metadata.json")) {
			if (property.path("name").asString().startsWith(DEFAULTS)) {
				Property common = of("", property);
				String name = SERVER + common.name().substring(DEFAULTS.length());
				properties.put(name, new Property(name, common.type(), common.defaultValue(), common.description()));
			}
		}
		for (JsonNode property : read("META-INF/spring/configuration-metadata/"
				+ "io.github.mcpclient.boot.autoconfigure.McpServerProperties.json")) {
			Property own = of(SERVER, property);
			properties.put(own.name(), own);
		}
		return properties.values();
	}

	private static Property of(String prefix, JsonNode property) {
		JsonNode defaultValue = property.path("defaultValue");
		return new Property(prefix + property.path("name").asString(), type(property.path("type").asString()),
				defaultValue.isMissingNode() ? "" : "`" + defaultValue.asString() + "`",
				property.path("description").asString().replace("|", "\\|"));
	}

	private static String type(String type) {
		String simpleName = type.replaceAll("<.*", "").replaceAll(".*\\.", "");
		return switch (simpleName) {
			case "Boolean" -> "`true`, `false`";
			case "Integer", "Double" -> "number";
			case "String" -> "text";
			case "Duration" -> "duration";
			case "DataSize" -> "size";
			case "Charset" -> "character set";
			case "File" -> "path";
			case "List" -> "list";
			case "Map" -> "map";
			default -> values(type);
		};
	}

	private static String values(String type) {
		try {
			return Arrays.stream(Class.forName(type).getEnumConstants())
				.map((value) -> "`" + value.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
				.collect(Collectors.joining(", "));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException("No words for type " + type, ex);
		}
	}

	private static JsonNode read(String resource) {
		try (InputStream json = PropertyTable.class.getClassLoader().getResourceAsStream(resource)) {
			return JsonMapper.builder().build().readTree(json).path("properties");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A property as its metadata describes it.
	 */
	record Property(String name, String type, String defaultValue, String description) {

		String toRow() {
			return "| `%s` | %s | %s | %s |".formatted(this.name, this.type, this.defaultValue, this.description);
		}

	}

}
