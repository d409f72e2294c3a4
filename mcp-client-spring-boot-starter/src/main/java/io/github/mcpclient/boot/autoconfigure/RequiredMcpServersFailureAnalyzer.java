package io.github.mcpclient.boot.autoconfigure;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Explains a {@link RequiredMcpServersException}.
 */
class RequiredMcpServersFailureAnalyzer extends AbstractFailureAnalyzer<RequiredMcpServersException>
		implements Ordered {

	private final Environment environment;

	RequiredMcpServersFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RequiredMcpServersException cause) {
		StringBuilder description = new StringBuilder(
				"The application needs MCP servers that cannot be reached:%n".formatted());
		StringBuilder action = new StringBuilder();
		cause.failures().forEach((name, failure) -> {
			ConfigurationPropertyName server = McpClientProperties.SERVERS.append(name);
			description.append("%n    %s".formatted(failure.getMessage()));
			if (isOwnWebServer(server)) {
				action.append(("MCP server '%1$s' is part of this application, whose web server listens only after the "
						+ "application has started. Set '%2$s.required' to false and '%2$s.startup' to async.%n")
					.formatted(name, server));
			}
			else {
				action.append(
						("Start MCP server '%1$s' or correct its properties below '%2$s'. If the application can do "
								+ "without it, set '%2$s.required' to false: it is connected when it comes up.%n")
							.formatted(name, server));
			}
		});
		return new FailureAnalysis(description.toString(), action.toString().stripTrailing(), cause);
	}

	private boolean isOwnWebServer(ConfigurationPropertyName server) {
		String url = Binder.get(this.environment).bind(server.append("url"), Bindable.of(String.class)).orElse(null);
		return url != null && OwnWebServer.isAt(url, this.environment);
	}

}
