package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.SdkTransport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class CallsInFlightTests {

	@ParameterizedTest
	@EnumSource
	@Behaviour("B6")
	void closingFailsCallsInFlight(SdkTransport transport) throws Exception {
		RecordingHandler waiting = new RecordingHandler();
		try (SdkTransport.Running running = transport.start();
				McpServer server = McpServer.builder(running.settings())
					.name("sdk")
					.notificationHandler(waiting)
					.shutdownTimeout(Duration.ofSeconds(2))
					.build()) {
			CompletableFuture<?>[] calls = new CompletableFuture<?>[3];
			for (int i = 0; i < calls.length; i++) {
				calls[i] = CompletableFuture.supplyAsync(() -> server.callTool("wait", null),
						(task) -> new Thread(task).start());
			}
			Eventually.that(() -> assertThat(waiting.progress).hasSize(3));
			server.close();
			for (CompletableFuture<?> call : calls) {
				Throwable failure = catchThrowableOfType(ExecutionException.class, call::get).getCause();
				assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class, (ex) -> {
					assertThat(ex).hasMessage("MCP server 'sdk': closed");
					assertThat(ex.outcomeUnknown()).isTrue();
				});
			}
			if (running.tomcat() != null) {
				server.connect();
				server.callTool("release", null);
			}
		}
	}

}
