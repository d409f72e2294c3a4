package io.github.mcpclient;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import io.github.mcpclient.test.SdkTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class CallsInFlightTests {

	@ParameterizedTest
	@EnumSource
	void closingFailsCallsInFlight(SdkTransport transport) throws Exception {
		try (SdkTransport.Running running = transport.start();
				McpServer server = McpServer.builder(running.settings()).name("sdk").build()) {
			CountDownLatch waiting = new CountDownLatch(3);
			CompletableFuture<?>[] calls = new CompletableFuture<?>[3];
			for (int i = 0; i < calls.length; i++) {
				calls[i] = CompletableFuture.supplyAsync(() -> callAndWait(server, waiting),
						(task) -> new Thread(task).start());
			}
			waiting.await();
			server.close();
			for (CompletableFuture<?> call : calls) {
				Throwable failure = catchThrowableOfType(ExecutionException.class, call::get).getCause();
				assertThat(failure).isInstanceOfSatisfying(McpConnectionException.class, (ex) -> {
					assertThat(ex).hasMessage("MCP server 'sdk': closed");
					assertThat(ex.outcomeUnknown()).isTrue();
				});
			}
			server.connect();
			server.callTool("release", null);
		}
	}

	private static CallToolResult callAndWait(McpServer server, CountDownLatch waiting) {
		return server.callTool(ToolCall.builder("wait").progressListener((progress) -> waiting.countDown()).build());
	}

}
