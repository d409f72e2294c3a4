package io.github.mcpclient.test;

import java.util.List;
import java.util.function.Function;

import io.github.mcpclient.McpTransportSettings;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletSseServerTransportProvider;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;

/**
 * The transports of the SDK over which an {@link SdkServer} can be reached.
 */
public enum SdkTransport {

	STDIO(SdkTransport::stdio), STREAMABLE_HTTP(SdkTransport::streamableHttp), SSE(SdkTransport::sse);

	private final Function<Integer, Running> starter;

	SdkTransport(Function<Integer, Running> starter) {
		this.starter = starter;
	}

	public Running start() {
		return start(0);
	}

	/**
	 * Start the server at a port; over stdio the client starts it.
	 */
	public Running start(int port) {
		return this.starter.apply(port);
	}

	private static Running stdio(int port) {
		return new Running(ChildJvm.settings(SdkServer.class, List.of()).build(), null, null);
	}

	private static Running streamableHttp(int port) {
		HttpServletStreamableServerTransportProvider servlet = HttpServletStreamableServerTransportProvider.builder()
			.jsonMapper(SdkServer.MAPPER)
			.mcpEndpoint("/mcp")
			.build();
		McpSyncServer server = SdkServer.serve(McpServer.sync(servlet));
		TomcatServer tomcat = new TomcatServer(servlet, port);
		return new Running(HttpTransportSettings.streamableHttp(tomcat.url("/mcp")).build(), server, tomcat);
	}

	private static Running sse(int port) {
		HttpServletSseServerTransportProvider servlet = HttpServletSseServerTransportProvider.builder()
			.jsonMapper(SdkServer.MAPPER)
			.sseEndpoint("/sse")
			.messageEndpoint("/message")
			.build();
		McpSyncServer server = SdkServer.serve(McpServer.sync(servlet));
		TomcatServer tomcat = new TomcatServer(servlet, port);
		return new Running(HttpTransportSettings.sse(tomcat.url("/sse")).build(), server, tomcat);
	}

	/**
	 * A server that can be connected to.
	 *
	 * @param settings how to reach it
	 * @param server the server, {@code null} where it is another process
	 * @param tomcat where it is hosted, if it is
	 */
	public record Running(McpTransportSettings settings, McpSyncServer server,
			TomcatServer tomcat) implements AutoCloseable {

		@Override
		public void close() {
			if (this.server != null) {
				this.server.close();
			}
			if (this.tomcat != null) {
				this.tomcat.close();
			}
		}

	}

}
