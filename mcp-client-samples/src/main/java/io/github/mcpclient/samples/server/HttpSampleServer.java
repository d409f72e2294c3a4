package io.github.mcpclient.samples.server;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Runs the server in the application's own web server, over streamable HTTP.
 */
@Configuration(proxyBeanMethods = false)
class HttpSampleServer {

	private static final String PATH = "/mcp";

	@Bean
	HttpServletStreamableServerTransportProvider mcpTransport() {
		return HttpServletStreamableServerTransportProvider.builder()
			.jsonMapper(SampleServer.JSON)
			.mcpEndpoint(PATH)
			// No origin is allowed, so no web page can use the server through the user's
			// browser
			.securityValidator(DefaultServerTransportSecurityValidator.builder().build())
			.build();
	}

	@Bean(destroyMethod = "closeGracefully")
	McpSyncServer mcpSampleServer(HttpServletStreamableServerTransportProvider transport) {
		return SampleServer.start(McpServer.sync(transport));
	}

	@Bean
	ServletRegistrationBean<HttpServletStreamableServerTransportProvider> mcpServlet(
			HttpServletStreamableServerTransportProvider transport) {
		return new ServletRegistrationBean<>(transport, PATH);
	}

}
