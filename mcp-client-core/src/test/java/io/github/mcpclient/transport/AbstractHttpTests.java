package io.github.mcpclient.transport;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * A scripted server, and clients of it that wait without limit unless told otherwise: the
 * timeout of the test is what finds a hang.
 */
@Timeout(120)
abstract class AbstractHttpTests {

	ScriptedHttpServer server;

	private final List<AutoCloseable> closeables = new ArrayList<>();

	@BeforeEach
	void startServer() {
		this.server = ScriptedHttpServer.start();
	}

	@AfterEach
	void closeAll() throws Exception {
		for (AutoCloseable closeable : this.closeables) {
			closeable.close();
		}
		this.server.close();
	}

	<T extends AutoCloseable> T closeLater(T closeable) {
		this.closeables.add(closeable);
		return closeable;
	}

	McpServer client() {
		return client((settings) -> {
		});
	}

	McpServer client(Consumer<HttpTransportSettings.Builder> transport) {
		return client(this.server.url(), transport);
	}

	McpServer client(URI url, Consumer<HttpTransportSettings.Builder> transport) {
		return client(url, transport, (builder) -> {
		});
	}

	McpServer client(URI url, Consumer<HttpTransportSettings.Builder> transport, Consumer<McpServer.Builder> server) {
		HttpTransportSettings.Builder settings = HttpTransportSettings.streamableHttp(url).readTimeout(Duration.ZERO);
		transport.accept(settings);
		return build(settings, server);
	}

	McpServer build(HttpTransportSettings.Builder settings, Consumer<McpServer.Builder> server) {
		McpServer.Builder builder = McpServer.builder(settings.build())
			.name("files")
			.keepAlive(Duration.ZERO)
			.initializationTimeout(Duration.ZERO)
			.requestTimeout(Duration.ZERO)
			.toolTimeout(Duration.ZERO);
		server.accept(builder);
		return closeLater(builder.build());
	}

	ExecutorService threads(int count) {
		ExecutorService threads = Executors.newFixedThreadPool(count);
		closeLater(threads::shutdownNow);
		return threads;
	}

	static String call(McpServer client) {
		return text(client.callTool("echo", null));
	}

	static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

}
