package io.github.mcpclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.InstantTransport;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Seed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Opening and closing a server from many threads, and what that does to its callers.
 */
class OpenAndCloseTests {

	@Test
	@Behaviour({ "B4", "B6", "B17" })
	void whateverTheOrderAnOpenServerServesAndAClosedOneDoesNot() {
		Random random = Seed.random();
		McpServer server = McpServer.builder(InstantTransport.settings()).name("instant").build();
		for (int round = 0; round < 40; round++) {
			List<Running<Integer>> threads = new ArrayList<>();
			for (int thread = 0; thread < 4; thread++) {
				Random decisions = new Random(random.nextLong());
				threads.add(Running.start(() -> act(server, decisions)));
			}
			threads.forEach(Running::result);
			State state = server.status().state();
			if (state == State.CONNECTED) {
				server.callTool("echo", null);
			}
			else {
				assertThat(state).isIn(State.CLOSED, State.FAILED);
				assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("echo", null));
			}
			server.connect();
			server.callTool("echo", null);
			server.listTools();
			server.close();
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("echo", null))
				.withMessage("MCP server 'instant': closed");
		}
	}

	private static int act(McpServer server, Random decisions) {
		int failed = 0;
		for (int i = 0; i < 10; i++) {
			try {
				switch (decisions.nextInt(4)) {
					case 0 -> server.close();
					case 1 -> server.connect();
					case 2 -> server.listTools();
					default -> server.callTool("echo", null);
				}
			}
			catch (McpConnectionException ex) {
				failed++;
			}
		}
		return failed;
	}

	@Test
	@Behaviour("B4")
	void aGuardedServerThatWasClosedWhileItConnectedIsOpenIfItIsConnected() {
		Blocker blocker = new Blocker();
		FakeServer fake = new FakeServer();
		McpServer connecting = McpServer.guard(new Delegating(fake) {

			@Override
			public void connect() {
				blocker.block();
				fake.connect();
			}

		}, McpServerPolicy.builder().build());
		Running<Boolean> connect = Running.start(() -> {
			connecting.connect();
			return true;
		});
		blocker.awaitEntered();
		connecting.close();
		blocker.release();
		connect.result();
		assertThat(connecting.status().state()).isEqualTo(State.CONNECTED);
		connecting.callTool("tool", null);
	}

	@Test
	@Behaviour("B13")
	void whileAGuardedServerConnectsItIsLeftToTheServerWhatBecomesOfCalls() {
		Blocker blocker = new Blocker();
		FakeServer fake = new FakeServer();
		McpServer server = McpServer.guard(new Delegating(fake) {

			@Override
			public void connect() {
				blocker.block();
			}

		}, McpServerPolicy.builder().build());
		server.close();
		Running<Boolean> connect = Running.start(() -> {
			server.connect();
			return true;
		});
		blocker.awaitEntered();
		server.callTool("tool", null);
		blocker.release();
		connect.result();
		assertThat(fake.calls).hasSize(1);
	}

	@Test
	@Behaviour("B4")
	void startingAGuardedServerOpensItToo() {
		FakeServer fake = new FakeServer();
		McpServer server = McpServer.guard(fake, McpServerPolicy.builder().build());
		server.close();
		server.start();
		server.callTool("tool", null);
		assertThat(fake.calls).hasSize(1);
		Eventually.that(() -> assertThat(fake.status().state()).isEqualTo(State.CONNECTED));
	}

	@Test
	@Behaviour("B9")
	void whatTheServerSaysAboutItselfIsKnownWhileConnected() {
		McpServer server = McpServer.builder(InstantTransport.settings()).build();
		assertThat(server.info()).isEmpty();
		server.connect();
		assertThat(server.info()).map(McpServerInfo::name).hasValue("instant");
		server.close();
		assertThat(server.info()).isEmpty();
	}

	@Test
	@Behaviour({ "B4", "G9" })
	void aServerWhoseClosingFailsIsClosedAllTheSame() {
		FakeServer fake = new FakeServer();
		McpServer server = McpServer.guard(new Delegating(fake) {

			@Override
			public void close() {
				throw new IllegalStateException("cannot close");
			}

		}, McpServerPolicy.builder().build());
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(server::close);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("tool", null));
	}

}
