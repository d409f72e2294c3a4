package io.github.mcpclient.boot.autoconfigure;

import java.util.List;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.github.mcpclient.boot.health.McpClientHealthAutoConfiguration;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * An application whose test puts a mock in the place of a server.
 */
@SpringBootTest(classes = MockedServerTests.Application.class, webEnvironment = SpringBootTest.WebEnvironment.NONE,
		properties = { "mcp.client.startup=lazy", "mcp.client.servers.github.url=http://localhost:1/mcp",
				"mcp.client.servers.my-files.command=no-such-command",
				"mcp.client.servers.memory.command=no-such-command" })
class MockedServerTests {

	@MockitoBean
	McpServer github;

	@MockitoBean("my-files")
	McpServer files;

	@MockitoSpyBean
	McpServer memory;

	@Autowired
	Application application;

	@Test
	void theApplicationCallsTheMock() {
		given(this.github.listTools()).willReturn(List.of(Tool.builder().name("mocked").build()));
		assertThat(this.application.github.listTools()).extracting(Tool::name).containsExactly("mocked");
		assertThat(this.application.myFiles).isSameAs(this.files);
		assertThat(this.application.memory.name()).isEqualTo("memory");
	}

	@Test
	void healthToleratesTheMock(@Autowired CompositeHealthContributor health) {
		HealthIndicator indicator = (HealthIndicator) health.getContributor("github");
		assertThat(indicator).isNotNull();
		assertThat(indicator.health().getStatus()).isEqualTo(Status.UNKNOWN);
	}

	@Test
	void theManagerToleratesTheMock(@Autowired McpServerManager manager) {
		assertThat(manager.servers()).containsKey("memory");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ McpClientAutoConfiguration.class, McpClientHealthAutoConfiguration.class,
			SslAutoConfiguration.class })
	static class Application {

		@Autowired
		McpServer github;

		@Autowired
		McpServer myFiles;

		@Autowired
		McpServer memory;

	}

}
