package io.github.mcpclient.boot;

import java.util.Map;

import io.github.mcpclient.McpServer;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with Spring AI's MCP server, and another one that calls it.
 */
class SpringAiServerTests {

	@ParameterizedTest
	@ValueSource(strings = { "streamable", "stateless", "sse" })
	void toolsOfASpringAiServerAreListedAndCalled(String protocol) {
		try (ConfigurableApplicationContext serving = new SpringApplicationBuilder(ServerApplication.class)
			.properties("server.port=0", "spring.ai.mcp.server.protocol=" + protocol, "spring.main.banner-mode=off")
			.run("--spring.ai.mcp.server.enabled=true")) {
			String port = serving.getEnvironment().getProperty("local.server.port");
			boolean sse = protocol.equals("sse");
			try (ConfigurableApplicationContext calling = new SpringApplicationBuilder(ClientApplication.class)
				.properties("spring.main.web-application-type=none",
						"mcp.client.servers.weather.url=http://127.0.0.1:" + port + (sse ? "/sse" : "/mcp"),
						"mcp.client.servers.weather.transport=" + (sse ? "sse" : "streamable-http"),
						"mcp.client.servers.weather.required=true")
				.run()) {
				McpServer weather = calling.getBean("weather", McpServer.class);
				assertThat(weather.listTools()).extracting(Tool::name).containsExactly("forecast");
				assertThat(weather.callTool("forecast", Map.of("city", "Zürich")).content()).first()
					.isInstanceOfSatisfying(TextContent.class,
							(content) -> assertThat(content.text()).contains("Sun over Zürich"));
			}
		}
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class ServerApplication {

		@McpTool(name = "forecast", description = "Tells the weather of tomorrow")
		String forecast(@McpToolParam(description = "the city") String city) {
			return "Sun over " + city;
		}

	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class ClientApplication {

	}

}
