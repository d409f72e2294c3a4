package io.github.mcpclient.transport;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.test.Behaviour;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TransportSettingsTests {

	private static final URI URL = URI.create("https://example.com/mcp");

	private static final URI SECRET_URL = URI.create("https://user:s3cr3t@example.com/mcp?token=s3cr3t#s3cr3t");

	@Test
	@Behaviour("A3")
	void defaultsOfStdio() {
		StdioTransportSettings settings = StdioTransportSettings.command("server").build();
		assertThat(settings.kind()).isEqualTo("stdio");
		assertThat(settings.args()).isEmpty();
		assertThat(settings.env()).isEmpty();
		assertThat(settings.inheritEnv()).isEqualTo(InheritEnvironment.SAFE);
		assertThat(settings.cwd()).isEmpty();
		assertThat(settings.encoding()).isEqualTo(StandardCharsets.UTF_8);
		assertThat(settings.encodingErrors()).isEqualTo(EncodingErrors.STRICT);
		assertThat(settings.maxMessageSize()).isEqualTo(16 * 1024 * 1024);
	}

	@Test
	@Behaviour("A4")
	void defaultsOfHttp() {
		HttpTransportSettings settings = HttpTransportSettings.streamableHttp(URL).build();
		assertThat(settings.kind()).isEqualTo("streamable-http");
		assertThat(HttpTransportSettings.sse(SECRET_URL).build().kind()).isEqualTo("sse");
		assertThat(settings.url()).isEqualTo(URL);
		assertThat(settings.headers()).isEmpty();
		assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
		assertThat(settings.readTimeout()).isEqualTo(Duration.ofMinutes(5));
		assertThat(settings.maxResponseSize()).isEqualTo(16 * 1024 * 1024);
		assertThat(settings.terminateOnClose()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t" })
	void aBlankCommandIsRefused(String command) {
		assertThatIllegalArgumentException().isThrownBy(() -> StdioTransportSettings.command(command))
			.withMessageContaining("command");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/mcp", "example.com/mcp", "ftp://example.com", "http:///mcp", "mailto:a@example.com",
			"http:mcp" })
	void aUrlThatIsNoAbsoluteOneOfHttpIsRefused(String url) {
		assertThatIllegalArgumentException().isThrownBy(() -> HttpTransportSettings.sse(URI.create(url)));
		assertThatIllegalArgumentException().isThrownBy(() -> HttpTransportSettings.streamableHttp(URI.create(url)));
	}

	@Test
	void valuesThatMakeNoSenseAreRefusedByName() {
		HttpTransportSettings.Builder http = HttpTransportSettings.sse(SECRET_URL);
		Duration negative = Duration.ofMillis(-1);
		assertThatIllegalArgumentException().isThrownBy(() -> http.connectTimeout(negative))
			.withMessageContaining("connectTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> http.readTimeout(negative))
			.withMessageContaining("readTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> http.maxResponseSize(0))
			.withMessageContaining("maxResponseSize");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> StdioTransportSettings.command("server").maxMessageSize(0))
			.withMessageContaining("maxMessageSize");
	}

	@Test
	@Behaviour("A11")
	void whatIsGivenIsCopied() {
		List<String> args = new ArrayList<>(List.of("a"));
		Map<String, String> values = new HashMap<>(Map.of("A", "1"));
		StdioTransportSettings stdio = StdioTransportSettings.command("server").args(args).env(values).build();
		HttpTransportSettings http = HttpTransportSettings.sse(URL).headers(values).build();
		args.add("b");
		values.put("B", "2");
		assertThat(stdio.args()).containsExactly("a");
		assertThat(stdio.env()).containsOnlyKeys("A");
		assertThat(http.headers()).containsOnlyKeys("A");
	}

	@Test
	void headersIgnoreTheCaseOfTheirNames() {
		HttpTransportSettings settings = HttpTransportSettings.sse(URL).headers(Map.of("authorization", "x")).build();
		assertThat(settings.headers().get("Authorization")).isEqualTo("x");
	}

	@Test
	void userInfoOfTheUrlIsABasicAuthorizationUnlessThereIsAnother() {
		assertThat(HttpTransportSettings.sse(SECRET_URL).build().headers()).containsEntry("Authorization",
				"Basic dXNlcjpzM2NyM3Q=");
		assertThat(HttpTransportSettings.sse(SECRET_URL).headers(Map.of("authorization", "x")).build().headers())
			.hasSize(1)
			.containsValue("x");
	}

	@Test
	void targetsTellNoSecret() {
		assertThat(HttpTransportSettings.sse(SECRET_URL).build().target()).isEqualTo("https://example.com/mcp");
		assertThat(HttpTransportSettings.sse(URI.create("http://[::1]:8080/a%20b?c")).build().target())
			.isEqualTo("http://[::1]:8080/a%20b");
		assertThat(StdioTransportSettings.command("/opt/bin/server").args("s3cr3t").build().target())
			.isEqualTo("server");
		assertThat(StdioTransportSettings.command("C:\\bin\\server.exe").build().target()).isEqualTo("server.exe");
	}

	@Test
	void textsTellNoSecret() {
		assertThat(HttpTransportSettings.sse(SECRET_URL).headers(Map.of("Authorization", "s3cr3t")).build().toString())
			.contains("https://example.com/mcp", "Authorization")
			.doesNotContain("s3cr3t");
		assertThat(StdioTransportSettings.command("server")
			.args("--token", "s3cr3t")
			.env(Map.of("TOKEN", "s3cr3t"))
			.build()
			.toString()).contains("server", "TOKEN").doesNotContain("s3cr3t");
	}

}
