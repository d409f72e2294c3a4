package io.github.mcpclient.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginProvider;

/**
 * Something under {@code mcp.client} is wrong. Holds no value that may be a secret.
 */
final class InvalidMcpClientConfigurationException extends RuntimeException implements OriginProvider {

	private final String problem;

	private final String fix;

	private final @Nullable ConfigurationPropertyName property;

	private final @Nullable Origin origin;

	/**
	 * Create an exception.
	 * @param property the property that is wrong
	 * @param origin where it is set
	 * @param problem what is wrong: the rest of a sentence about the property
	 * @param fix what to do: a sentence
	 */
	InvalidMcpClientConfigurationException(ConfigurationPropertyName property, @Nullable Origin origin, String problem,
			String fix) {
		super(message(property, origin, problem, fix));
		this.property = property;
		this.origin = origin;
		this.problem = subject(property) + " " + problem;
		this.fix = fix;
	}

	/**
	 * Create an exception about beans.
	 * @param problem what is wrong: a sentence without its full stop
	 * @param fix what to do: a sentence
	 */
	InvalidMcpClientConfigurationException(String problem, String fix) {
		super(problem + ". " + fix);
		this.property = null;
		this.origin = null;
		this.problem = problem;
		this.fix = fix;
	}

	String problem() {
		return this.problem;
	}

	String fix() {
		return this.fix;
	}

	@Nullable ConfigurationPropertyName property() {
		return this.property;
	}

	@Override
	public @Nullable Origin getOrigin() {
		return this.origin;
	}

	private static String message(ConfigurationPropertyName property, @Nullable Origin origin, String problem,
			String fix) {
		String where = (origin != null) ? " (" + origin + ")" : "";
		return "%s %s: %s%s. %s".formatted(subject(property), problem, property, where, fix);
	}

	private static String subject(ConfigurationPropertyName property) {
		int server = McpClientProperties.SERVERS.getNumberOfElements();
		if (!McpClientProperties.SERVERS.isAncestorOf(property)) {
			return "Property '" + property + "'";
		}
		String subject = "MCP server '" + property.getElement(server, Form.ORIGINAL) + "'";
		if (property.getNumberOfElements() == server + 1) {
			return subject;
		}
		// ConfigurationPropertyName.subName() fails for an element of a list
		String key = property.toString().substring(property.chop(server + 1).toString().length());
		return subject + ": '" + (key.startsWith(".") ? key.substring(1) : key) + "'";
	}

}
