package io.github.mcpclient;

import java.util.Map;
import java.util.Optional;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * A tool as a model is to see it. Immutable.
 *
 * @param name the name for the model, unique among the tools of all servers
 * @param serverName the server that has the tool
 * @param description what the tool does: its description, else its title, else empty
 * @param inputSchema the JSON schema of the arguments, always with {@code properties}
 * @param strict whether the schema is in the strict form that some models enforce: closed
 * objects, all of whose properties are required
 * @param definition the tool as its server describes it
 * @see McpTools
 */
public record McpTool(String name, String serverName, String description, Map<String, Object> inputSchema,
		boolean strict, Tool definition) {

	/**
	 * The tool as its server names it.
	 * @return the name that the server is sent
	 */
	public String originalName() {
		return this.definition.name();
	}

	/**
	 * What to call the tool in front of a person.
	 * @return the title, else that of the annotations
	 */
	public Optional<String> title() {
		return title(this.definition);
	}

	private static Optional<String> title(Tool definition) {
		return text(definition.title())
			.or(() -> Optional.ofNullable(definition.annotations()).flatMap((hints) -> text(hints.title())));
	}

	/**
	 * Describe a tool to the model.
	 */
	static String describe(Tool definition) {
		return text(definition.description()).or(() -> title(definition)).orElse("");
	}

	private static Optional<String> text(@Nullable String text) {
		return Optional.ofNullable(text).filter((it) -> !it.isBlank());
	}

}
