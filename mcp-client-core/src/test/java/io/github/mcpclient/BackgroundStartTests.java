package io.github.mcpclient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.test.SdkTransport;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BackgroundStartTests {

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static McpTransportSettings settings(SdkTransport transport, int port) {
		URI base = URI.create("http://127.0.0.1:" + port);
		return (transport == SdkTransport.SSE) ? HttpTransportSettings.sse(base.resolve("/sse")).build()
				: HttpTransportSettings.streamableHttp(base.resolve("/mcp")).build();
	}

	@ParameterizedTest
	@EnumSource(names = { "STREAMABLE_HTTP", "SSE" })
	void aServerThatIsDownIsJoinedWhenItComesUp(SdkTransport transport) throws IOException {
		int port = freePort();
		ReconnectPolicy quickly = new ReconnectPolicy(true, Duration.ofMillis(10), Duration.ofMillis(50), -1);
		try (McpServer server = McpServer.builder(settings(transport, port)).reconnect(quickly).build()) {
			server.start();
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.RECONNECTING));
			assertThat(server.status().failure().orElseThrow()).hasMessageContaining("nothing listens at");
			assertThat(server.status().connects()).isZero();
			try (SdkTransport.Running running = transport.start(port)) {
				Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.CONNECTED));
				assertThat(server.status().failure()).isEmpty();
				assertThat(server.callTool("echo", Map.of("text", "up")).content()).hasSize(1);
				assertThat(running.tomcat().port()).isEqualTo(port);
				server.close();
			}
		}
	}

	@Test
	void aCallDuringTheWaitFailsAtOnceWithTheLastCause() throws IOException {
		ReconnectPolicy slowly = new ReconnectPolicy(true, Duration.ofHours(1), Duration.ofHours(1), -1);
		try (McpServer server = McpServer.builder(settings(SdkTransport.STREAMABLE_HTTP, freePort()))
			.name("down")
			.reconnect(slowly)
			.build()) {
			server.start();
			// the second attempt follows the first at once, the third an hour later
			Eventually.that(() -> assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping)
				.withMessageStartingWith("MCP server 'down': not connected: nothing listens at")
				.withCauseInstanceOf(McpConnectionException.class));
			assertThat(server.status().state()).isEqualTo(State.RECONNECTING);
		}
	}

	@Test
	void connectDuringTheWaitTriesAtOnce() throws IOException {
		ReconnectPolicy slowly = new ReconnectPolicy(true, Duration.ofHours(1), Duration.ofHours(1), -1);
		int port = freePort();
		try (McpServer server = McpServer.builder(settings(SdkTransport.STREAMABLE_HTTP, port))
			.reconnect(slowly)
			.build()) {
			server.start();
			Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.RECONNECTING));
			try (SdkTransport.Running running = SdkTransport.STREAMABLE_HTTP.start(port)) {
				Eventually.until(() -> {
					server.connect();
					return running.tomcat() != null;
				});
				assertThat(server.status().state()).isEqualTo(State.CONNECTED);
				server.close();
			}
		}
	}

	@Test
	void whatCannotMendItselfIsNotTriedAgain() {
		McpServer server = McpServer.builder(StdioTransportSettings.command("no-such-command").build()).build();
		server.start();
		Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.FAILED));
		assertThat(server.status().failure().orElseThrow()).hasMessageContaining("does not exist");
	}

	@Test
	void closingEndsTheWait() throws IOException {
		McpServer server = McpServer.builder(settings(SdkTransport.SSE, freePort())).name("down").build();
		server.start();
		Eventually.that(() -> assertThat(server.status().state()).isEqualTo(State.RECONNECTING));
		server.close();
		assertThat(server.status().state()).isEqualTo(State.CLOSED);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::ping)
			.withMessage("MCP server 'down': closed");
	}

	@Test
	@Behaviour("B13")
	void callsWaitForTheConnectionBeingMade() {
		try (McpServer server = McpServer.builder(new Script().settings().build()).name("scripted").build()) {
			server.start();
			server.ping();
			assertThat(server.status().connects()).isEqualTo(1);
		}
		LeftOvers.assertNone("scripted");
	}

}
