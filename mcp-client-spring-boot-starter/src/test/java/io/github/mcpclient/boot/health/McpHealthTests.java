package io.github.mcpclient.boot.health;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerInfo;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.boot.autoconfigure.McpClientAutoConfiguration;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * What the health of the application says about servers.
 */
@Timeout(120)
class McpHealthTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(McpClientAutoConfiguration.class, McpClientHealthAutoConfiguration.class,
						SslAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
						HealthEndpointAutoConfiguration.class, EndpointAutoConfiguration.class))
		.withPropertyValues("management.endpoint.health.show-details=always");

	@ParameterizedTest
	@CsvSource({ "NEW, UNKNOWN, UNKNOWN", "CONNECTING, UNKNOWN, UNKNOWN", "CONNECTED, UP, UP",
			"RECONNECTING, UNKNOWN, DOWN", "FAILED, UNKNOWN, DOWN", "CLOSED, OUT_OF_SERVICE, OUT_OF_SERVICE" })
	void theStateDecides(State state, String optional, String required) {
		McpServer server = mock(McpServer.class);
		given(server.status()).willReturn(status(state, null));
		assertThat(new McpServerHealthIndicator(server, false).health().getStatus()).isEqualTo(new Status(optional));
		assertThat(new McpServerHealthIndicator(server, true).health().getStatus()).isEqualTo(new Status(required));
	}

	@ParameterizedTest
	@EnumSource
	void everyStateHasAHealth(State state) {
		McpServer server = mock(McpServer.class);
		given(server.status()).willReturn(status(state, null));
		assertThat(new McpServerHealthIndicator(server, true).health().getDetails()).containsEntry("state", state);
	}

	@Test
	void detailsSayWhatIsKnown() {
		McpServer server = mock(McpServer.class);
		given(server.status()).willReturn(status(State.CONNECTED, null));
		given(server.info()).willReturn(Optional.of(new McpServerInfo("everything", "1.0", Optional.empty(),
				ServerCapabilities.builder().build(), "2025-11-25")));
		assertThat(new McpServerHealthIndicator(server, false).health().getDetails())
			.isEqualTo(Map.of("state", State.CONNECTED, "since", Instant.EPOCH, "transport", "stdio", "server",
					"everything 1.0", "protocolVersion", "2025-11-25"));
	}

	@Test
	void detailsSayWhyItIsDown() {
		McpServer server = mock(McpServer.class);
		given(server.status())
			.willReturn(status(State.RECONNECTING, new McpConnectionException("github", "exited with code 3", null)));
		Health health = new McpServerHealthIndicator(server, false).health();
		assertThat(health.getDetails()).containsEntry("failure", "MCP server 'github': exited with code 3");
	}

	@Test
	void aMockWithoutStatusIsUnknown() {
		assertThat(new McpServerHealthIndicator(mock(McpServer.class), true).health().getStatus())
			.isEqualTo(Status.UNKNOWN);
	}

	@Test
	void oneServerIsAChildOfAComposite() {
		try (HttpMcpServer remote = HttpMcpServer.start()) {
			this.runner.withPropertyValues("mcp.client.servers.github.url=" + remote.url(), "mcp.client.startup=EAGER")
				.run((context) -> {
					CompositeHealthDescriptor mcp = (CompositeHealthDescriptor) health(context, "mcp");
					assertThat(mcp.getComponents()).containsOnlyKeys("github");
					assertThat(mcp.getStatus()).isEqualTo(Status.UP);
					assertThat(health(context, "mcp", "github").getStatus()).isEqualTo(Status.UP);
				});
		}
	}

	@Test
	void anOptionalServerThatIsDownLeavesTheApplicationUp() {
		this.runner
			.withPropertyValues("mcp.client.servers.github.url=http://localhost:" + HttpMcpServer.freePort() + "/mcp")
			.withBean("fine", HealthIndicator.class, () -> () -> Health.up().build())
			.run((context) -> {
				await().untilAsserted(() -> assertThat(context.getBean("github", McpServer.class).status().state())
					.isEqualTo(State.RECONNECTING));
				assertThat(health(context, "mcp", "github").getStatus()).isEqualTo(Status.UNKNOWN);
				assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			});
	}

	@Test
	void aRequiredServerThatGoesDownTakesTheApplicationDown() {
		HttpMcpServer remote = HttpMcpServer.start();
		this.runner
			.withPropertyValues("mcp.client.servers.github.url=" + remote.url(),
					"mcp.client.servers.github.required=true", "mcp.client.servers.github.keep-alive=200ms")
			.run((context) -> {
				assertThat(health(context).getStatus()).isEqualTo(Status.UP);
				remote.close();
				await().untilAsserted(() -> assertThat(health(context).getStatus()).isEqualTo(Status.DOWN));
			});
	}

	@Test
	void askingForTheHealthConnectsNothing() {
		this.runner.withPropertyValues("mcp.client.servers.github.command=no-such-command", "mcp.client.startup=LAZY")
			.run((context) -> {
				assertThat(health(context, "mcp", "github").getStatus()).isEqualTo(Status.UNKNOWN);
				assertThat(context.getBean("github", McpServer.class).status().state()).isEqualTo(State.NEW);
			});
	}

	@Test
	void thereIsNoHealthWithoutServers() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(health(context, "mcp")).isNull();
		});
	}

	@Test
	void healthCanBeSwitchedOff() {
		this.runner
			.withPropertyValues("mcp.client.servers.github.command=no-such-command", "mcp.client.startup=LAZY",
					"management.health.mcp.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CompositeHealthContributor.class));
	}

	@Test
	void thereIsNoHealthIfTheClientIsNotEnabled() {
		this.runner.withPropertyValues("mcp.client.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CompositeHealthContributor.class));
	}

	@Test
	void healthNeedNotBeOnTheClassPath() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class,
					McpClientHealthAutoConfiguration.class, SslAutoConfiguration.class))
			.withClassLoader(
					new FilteredClassLoader("org.springframework.boot.health", "org.springframework.boot.actuate"))
			.withPropertyValues("mcp.client.servers.github.command=no-such-command", "mcp.client.startup=LAZY")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(McpServer.class));
	}

	private static McpServerStatus status(State state, McpConnectionException failure) {
		return new McpServerStatus(state, Instant.EPOCH, "stdio", Optional.ofNullable(failure), 1);
	}

	private static HealthDescriptor health(ApplicationContext context, String... path) {
		HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
		return (path.length == 0) ? endpoint.health() : endpoint.healthForPath(path);
	}

}
