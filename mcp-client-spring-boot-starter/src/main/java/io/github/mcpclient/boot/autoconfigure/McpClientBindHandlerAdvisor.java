package io.github.mcpclient.boot.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Has {@link McpClientProperties} bound by a {@link McpClientBindHandler}.
 */
class McpClientBindHandlerAdvisor implements ConfigurationPropertiesBindHandlerAdvisor, Ordered {

	private final Environment environment;

	McpClientBindHandlerAdvisor(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public BindHandler apply(BindHandler bindHandler) {
		return new McpClientBindHandler(bindHandler, this.environment);
	}

}
