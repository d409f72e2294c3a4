package io.github.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.HttpStub;
import io.github.mcpclient.test.Usage;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What two hundred connects that fail leave behind: nothing.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FailedConnectLeakTests {

	private static final int CYCLES = 200;

	static Stream<Failure> failures() {
		return Stream.of(
				new Failure("refused", () -> streamableHttp("http://127.0.0.1:1/mcp"), Duration.ofMinutes(1), false),
				new Failure("refused stream", () -> sse("http://127.0.0.1:1/sse"), Duration.ofMinutes(1), false),
				new Failure("401", () -> streamableHttp(STUB.url("/401").toString()), Duration.ofMinutes(1), false),
				new Failure("500", () -> streamableHttp(STUB.url("/500").toString()), Duration.ofMinutes(1), false),
				new Failure("exit at start", () -> shell("exit 3"), Duration.ofMinutes(1), false),
				new Failure("hang", () -> shell("exec cat >/dev/null"), Duration.ofMillis(20), false),
				new Failure("cancelled", () -> shell("exec cat >/dev/null"), Duration.ofMinutes(1), true));
	}

	private static final HttpStub STUB = new HttpStub().on("*", (exchange, id) -> exchange
		.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/401") ? 401 : 500, -1));

	@ParameterizedTest
	@MethodSource("failures")
	@Behaviour("B2")
	void nothingIsLeftOfConnectsThatFail(Failure failure) {
		fail(failure, 10);
		Usage before = Usage.now();
		fail(failure, CYCLES);
		Eventually.that(() -> Usage.now().assertNotAbove(before));
	}

	private static void fail(Failure failure, int cycles) {
		for (int i = 0; i < cycles; i++) {
			McpServer server = McpServer.builder(failure.transport().get())
				.initializationTimeout(failure.timeout())
				.build();
			if (failure.cancelled()) {
				Thread.currentThread().interrupt();
			}
			assertThatExceptionOfType(McpClientException.class).isThrownBy(server::connect);
			Thread.interrupted();
			server.close();
		}
	}

	private static McpTransportSettings streamableHttp(String url) {
		return HttpTransportSettings.streamableHttp(URI.create(url)).build();
	}

	private static McpTransportSettings sse(String url) {
		return HttpTransportSettings.sse(URI.create(url)).build();
	}

	private static McpTransportSettings shell(String script) {
		return StdioTransportSettings.command("sh").args(List.of("-c", script)).build();
	}

	private record Failure(String name, Supplier<McpTransportSettings> transport, Duration timeout, boolean cancelled) {

		@Override
		public String toString() {
			return this.name;
		}

	}

}
