package io.github.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class McpServerBuilderTests {

	private static McpServer.Builder builder() {
		return McpServer.builder(StdioTransportSettings.command("/usr/bin/node").args("index.js").build());
	}

	static Stream<Arguments> durations() {
		return Stream.of(duration("initializationTimeout", McpServer.Builder::initializationTimeout),
				duration("requestTimeout", McpServer.Builder::requestTimeout),
				duration("toolTimeout", McpServer.Builder::toolTimeout),
				duration("keepAlive", McpServer.Builder::keepAlive),
				duration("shutdownTimeout", McpServer.Builder::shutdownTimeout));
	}

	private static Arguments duration(String name, BiFunction<McpServer.Builder, Duration, McpServer.Builder> setter) {
		return Arguments.of(name, setter);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("durations")
	void aNegativeDurationIsRefusedByName(String name,
			BiFunction<McpServer.Builder, Duration, McpServer.Builder> setter) {
		assertThatIllegalArgumentException().isThrownBy(() -> setter.apply(builder(), Duration.ofMillis(-1)))
			.withMessageContaining(name);
	}

	@Test
	void withoutANameTransportAndTargetAreIt() {
		assertThat(builder().build().name()).isEqualTo("stdio: node");
		assertThat(builder().name("").build().name()).isEqualTo("stdio: node");
		URI url = URI.create("https://user:pass@example.com:8443/mcp?token=t#f");
		assertThat(McpServer.builder(HttpTransportSettings.sse(url).build()).build().name())
			.isEqualTo("sse: https://example.com:8443/mcp");
		assertThat(McpServer.builder(HttpTransportSettings.streamableHttp(url).build()).build().name())
			.isEqualTo("streamable-http: https://example.com:8443/mcp");
	}

	@Test
	void aGivenNameIsKept() {
		McpServer server = builder().name("files").build();
		assertThat(server.name()).isEqualTo("files");
		assertThat(server).hasToString("McpServer[name=files, state=NEW]");
	}

	@Test
	void theTimeoutOfACallMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> ToolCall.builder("t").timeout(Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> ToolCall.builder("t").timeout(Duration.ofMillis(-1)));
	}

}
