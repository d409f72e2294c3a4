package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Startup;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.StringUtils;

/**
 * Checks what no single property can know.
 */
class McpClientPropertiesValidator {

	private static final List<String> OF_COMMANDS = List.of("args", "env", "inherit-env", "cwd", "encoding",
			"encoding-errors");

	private static final List<String> OF_URLS = List.of("transport", "headers", "ssl-bundle", "proxy",
			"terminate-on-close", "ignore-initialized-notification-failure", "connect-timeout", "read-timeout");

	private final ConfiguredProperties configured;

	private final McpServerPolicyValidator policies;

	McpClientPropertiesValidator(ConfiguredProperties configured) {
		this.configured = configured;
		this.policies = new McpServerPolicyValidator(configured);
	}

	/**
	 * Check the properties of all enabled servers.
	 * @param properties the properties
	 * @param names the names of the enabled servers
	 * @throws InvalidMcpClientConfigurationException if something is wrong
	 */
	void validate(McpClientProperties properties, Set<String> names) {
		if (properties.getShutdownTimeout().isNegative() || properties.getShutdownTimeout().isZero()) {
			throw problem(McpClientProperties.PREFIX.append("shutdown-timeout"),
					"is not positive: " + properties.getShutdownTimeout(), "Write a duration such as 10s.");
		}
		for (String name : names) {
			ConfigurationPropertyName serverName = McpClientProperties.SERVERS.append(name);
			// None is bound where an environment variable only looks like a property
			McpServerProperties server = properties.getServers().getOrDefault(name, new McpServerProperties());
			validateKind(serverName, server);
			validateStartup(serverName, server, properties.getStartup());
			validateNumbers(serverName, server);
			validateReconnect(serverName, server.getReconnect());
			this.policies.validate(serverName, server);
			validateText(serverName, server);
		}
	}

	private void validateKind(ConfigurationPropertyName server, McpServerProperties properties) {
		boolean command = StringUtils.hasText(properties.getCommand());
		boolean url = StringUtils.hasText(properties.getUrl());
		if (command && url) {
			throw problem(server.append("command"), "is set, and so is 'url'", "Remove one of them.");
		}
		if (!command && !url) {
			throw problem(server, "has neither a command nor a URL",
					"Set 'command' for a program to start, or 'url' for a remote server.");
		}
		for (String key : command ? OF_URLS : OF_COMMANDS) {
			if (this.configured.isSet(server.append(key))) {
				throw problem(server.append(key),
						"is for servers with a %s only".formatted(command ? "URL" : "command"), "Remove it.");
			}
		}
	}

	private void validateStartup(ConfigurationPropertyName server, McpServerProperties properties, Startup otherwise) {
		Startup startup = (properties.getStartup() != null) ? properties.getStartup() : otherwise;
		if (properties.isRequired() && startup == Startup.LAZY) {
			throw problem(this.configured.locate(server, "required"),
					"is true, but the server connects on first use, so that the application cannot wait for it",
					"Set 'startup' of the server to eager, or 'required' to false.");
		}
	}

	private void validateNumbers(ConfigurationPropertyName server, McpServerProperties properties) {
		Map<String, Duration> timeouts = Map.of("connect-timeout", properties.getConnectTimeout(),
				"initialization-timeout", properties.getInitializationTimeout(), "request-timeout",
				properties.getRequestTimeout(), "tool-timeout", properties.getToolTimeout(), "read-timeout",
				properties.getReadTimeout(), "keep-alive", properties.getKeepAlive());
		timeouts.forEach((key, timeout) -> {
			if (timeout.isNegative()) {
				throw negative(this.configured.locate(server, key), timeout);
			}
		});
		long size = properties.getMaxResponseSize().toBytes();
		if (size <= 0 || size > Integer.MAX_VALUE) {
			throw problem(this.configured.locate(server, "max-response-size"),
					"is no possible size: " + properties.getMaxResponseSize(), "Write a size between 1B and 2047MB.");
		}
	}

	private void validateReconnect(ConfigurationPropertyName server, ReconnectProperties reconnect) {
		Duration initialDelay = reconnect.getInitialDelay();
		Duration maxDelay = reconnect.getMaxDelay();
		if (initialDelay.isNegative() || initialDelay.isZero()) {
			throw problem(this.configured.locate(server, "reconnect.initial-delay"), "is not positive: " + initialDelay,
					"Write a duration such as 500ms.");
		}
		if (maxDelay.compareTo(initialDelay) < 0) {
			throw problem(this.configured.locate(server, "reconnect.max-delay"),
					"is shorter than 'reconnect.initial-delay': %s < %s".formatted(maxDelay, initialDelay),
					"Make it as long or longer.");
		}
		if (reconnect.getMaxAttempts() < -1) {
			throw problem(this.configured.locate(server, "reconnect.max-attempts"),
					"is below -1: " + reconnect.getMaxAttempts(),
					"Write how many attempts to make, or -1 for no limit.");
		}
	}

	private void validateText(ConfigurationPropertyName server, McpServerProperties properties) {
		String url = properties.getUrl();
		String proxy = properties.getProxy();
		if (url != null && StringUtils.hasText(url)) {
			validate(server, "url", () -> HttpValues.url(url));
			validate(server, "headers", () -> HttpValues.checkHeaders(properties.getHeaders()));
		}
		if (proxy != null && StringUtils.hasText(proxy)) {
			validate(server, "proxy", () -> HttpValues.proxy(proxy));
		}
		validate(server, "roots", () -> properties.getRoots().forEach(HttpValues::checkRoot));
	}

	/**
	 * Fail with what is wrong with a value, and not with the value.
	 */
	private void validate(ConfigurationPropertyName server, String key, Runnable check) {
		try {
			check.run();
		}
		catch (IllegalArgumentException ex) {
			throw problem(this.configured.locate(server, key), "is invalid: " + ex.getMessage(), "Correct the value.");
		}
	}

	private InvalidMcpClientConfigurationException negative(ConfigurationPropertyName property, Duration value) {
		return problem(property, "is negative: " + value, "Write a positive duration, or 0 for no limit.");
	}

	private InvalidMcpClientConfigurationException problem(ConfigurationPropertyName property, String problem,
			String fix) {
		return this.configured.problem(property, problem, fix);
	}

}
