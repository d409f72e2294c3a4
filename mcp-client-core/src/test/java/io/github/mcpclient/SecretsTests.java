package io.github.mcpclient;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

import io.github.mcpclient.test.HttpStub;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SecretsTests {

	private static final String SECRET = "s3cr3t";

	/**
	 * Everything that could be printed of a server and of its failure to connect.
	 */
	private static String printed(McpTransportSettings settings) {
		McpServer server = McpServer.builder(settings).initializationTimeout(Duration.ofSeconds(30)).build();
		McpClientException failure = catchThrowableOfType(McpClientException.class, server::connect);
		StringWriter text = new StringWriter();
		failure.printStackTrace(new PrintWriter(text, true));
		return text + server.name() + server + server.status() + settings + settings.target() + settings.create("name")
				+ failure.problem();
	}

	private static McpTransportSettings http(String kind, URI base) {
		URI url = URI.create("http://user:%1$s@%2$s/mcp?token=%1$s#%1$s".formatted(SECRET, base.getAuthority()));
		HttpTransportSettings.Builder builder = kind.equals("sse") ? HttpTransportSettings.sse(url)
				: HttpTransportSettings.streamableHttp(url);
		return builder.headers(Map.of("Authorization", "Bearer " + SECRET)).build();
	}

	@ParameterizedTest
	@ValueSource(strings = { "streamable-http", "sse" })
	void aRefusedConnectionTellsNoSecret(String kind) throws Exception {
		URI base;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			base = URI.create("http://127.0.0.1:" + socket.getLocalPort());
		}
		assertThat(printed(http(kind, base))).contains("127.0.0.1", "/mcp").doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "streamable-http", "sse" })
	void anHttpStatusTellsNoSecret(String kind) {
		try (HttpStub stub = new HttpStub().on("*", HttpStub.status(401))) {
			assertThat(printed(http(kind, stub.url("/")))).contains("401").doesNotContain(SECRET);
			assertThat(stub.received).isNotEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "streamable-http", "sse" })
	void anAnswerOfTheWrongTypeTellsNoSecret(String kind) {
		try (HttpStub stub = new HttpStub().on("*", HttpStub.body(200, "text/html", "<html></html>"))) {
			assertThat(printed(http(kind, stub.url("/")))).contains("/mcp").doesNotContain(SECRET);
		}
	}

	@Test
	void aMissingCommandTellsNoSecret() {
		assertThat(printed(StdioTransportSettings.command("/opt/no-such-command")
			.args("--token", SECRET)
			.env(Map.of("TOKEN", SECRET))
			.build())).contains("no-such-command").doesNotContain(SECRET);
	}

	@Test
	void aProcessThatExitsTellsNoSecret() {
		StdioTransportSettings.Builder settings = new Script().onStart(Script.exit(1)).on(SECRET, SECRET).settings();
		assertThat(printed(settings.env(Map.of("TOKEN", SECRET)).build())).contains("exited with code 1")
			.doesNotContain(SECRET);
	}

	@Test
	void argumentsOfACallAreNotPrinted() {
		ToolCall call = ToolCall.builder("login").arguments(Map.of("password", SECRET)).build();
		assertThat(call).hasToString("ToolCall[name=login]");
	}

}
