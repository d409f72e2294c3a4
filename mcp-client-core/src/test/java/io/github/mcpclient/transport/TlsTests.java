package io.github.mcpclient.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.Executors;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.test.ScriptedHttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Servers behind TLS (Q2).
 */
class TlsTests extends AbstractHttpTests {

	private static final char[] PASSWORD = "changeit".toCharArray();

	private SSLContext tls;

	private URI url;

	@BeforeEach
	void startTls(@TempDir Path directory) throws Exception {
		Path store = directory.resolve("store.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keyalg", "EC", "-alias", "server", "-dname", "CN=localhost", "-ext",
				"san=ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit")
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("keytool.log").toFile())
			.start();
		assertThat(keytool.waitFor()).as(() -> directory.toString()).isZero();
		this.tls = context(store);
		HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		https.setHttpsConfigurator(new HttpsConfigurator(this.tls));
		https.setExecutor(Executors.newCachedThreadPool());
		https.createContext("/", TlsTests::answer);
		https.start();
		closeLater(() -> https.stop(0));
		this.url = URI.create("https://127.0.0.1:" + https.getAddress().getPort() + "/mcp");
	}

	private static SSLContext context(Path store) throws Exception {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(store)) {
			keys.load(in, PASSWORD);
		}
		KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keyManagers.init(keys, PASSWORD);
		TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trustManagers.init(keys);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
		return context;
	}

	private static void answer(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		boolean request = body.contains("\"id\"");
		String result = body.contains("\"initialize\"") ? ScriptedHttpServer.initializeResult("2025-11-25")
				: ScriptedHttpServer.text("over TLS");
		String id = request ? body.replaceAll(".*\"id\":(\\d+).*", "$1") : "";
		byte[] reply = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result)
			.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().put("Content-Type", List.of("application/json"));
		if (!request) {
			exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 405 : 202, -1);
		}
		else {
			exchange.sendResponseHeaders(200, reply.length);
			exchange.getResponseBody().write(reply);
		}
		exchange.close();
	}

	@Test
	void certificateThatIsTrustedIsAccepted() {
		McpServer client = client(this.url, (settings) -> settings.sslContext(this.tls));
		for (int i = 0; i < 100; i++) {
			assertThat(call(client)).isEqualTo("over TLS");
		}
	}

	@Test
	void certificateThatIsNotTrustedIsRefusedAtOnceAndNothingSent() {
		McpServer client = client(this.url, (settings) -> {
		}, (builder) -> builder.reconnect(ReconnectPolicy.never()));
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("TLS with " + this.url + " failed");
		assertThat(failure.outcomeUnknown()).isFalse();
	}

}
