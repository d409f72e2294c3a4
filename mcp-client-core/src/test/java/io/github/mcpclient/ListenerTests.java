package io.github.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.Script;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ListenerTests {

	private static final ReconnectPolicy QUICKLY = new ReconnectPolicy(true, Duration.ofMillis(10),
			Duration.ofMillis(50), -1);

	private final List<McpServerStatus> heard = new CopyOnWriteArrayList<>();

	private List<State> states() {
		return this.heard.stream().map(McpServerStatus::state).toList();
	}

	@Test
	void everyChangeIsToldInOrderWithItsReason() {
		Script script = new Script().on("tools/call exit", Script.exit(4));
		try (McpServer server = McpServer.builder(script.settings().build())
			.name("scripted")
			.reconnect(QUICKLY)
			.listener((name, status) -> {
				assertThat(name).isEqualTo("scripted");
				this.heard.add(status);
			})
			.build()) {
			server.ping();
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("exit", null));
			server.ping();
		}
		Eventually.that(() -> assertThat(states()).containsExactly(State.CONNECTING, State.CONNECTED,
				State.RECONNECTING, State.CONNECTED, State.CLOSED));
		assertThat(this.heard).isSortedAccordingTo((one, other) -> one.since().compareTo(other.since()));
		assertThat(this.heard.get(1).failure()).isEmpty();
		assertThat(this.heard.get(2).failure().orElseThrow()).hasMessageContaining("exited with code 4");
		assertThat(this.heard).extracting(McpServerStatus::connects).containsExactly(0L, 1L, 1L, 2L, 2L);
		assertThat(this.heard).extracting(McpServerStatus::transport).containsOnly("stdio");
	}

	@Test
	void aListenerThatThrowsKeepsNobodyFromHearing() {
		try (McpServer server = McpServer.builder(new Script().settings().build()).listener((name, status) -> {
			throw new IllegalStateException("on purpose");
		}).listener((name, status) -> {
			throw new AssertionError("on purpose");
		}).listener((name, status) -> this.heard.add(status)).build()) {
			server.connect();
			server.ping();
		}
		Eventually.that(() -> assertThat(states()).containsExactly(State.CONNECTING, State.CONNECTED, State.CLOSED));
	}

	@Test
	void aListenerMayUseTheServer() {
		McpServer[] held = new McpServer[1];
		held[0] = McpServer.builder(new Script().settings().build()).listener((name, status) -> {
			if (status.state() == State.CONNECTED) {
				held[0].ping();
				this.heard.add(status);
				held[0].close();
			}
		}).build();
		held[0].start();
		Eventually.that(() -> assertThat(held[0].status().state()).isEqualTo(State.CLOSED));
		assertThat(states()).containsExactly(State.CONNECTED);
	}

}
