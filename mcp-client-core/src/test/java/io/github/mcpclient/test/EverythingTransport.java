package io.github.mcpclient.test;

import java.io.IOException;

import io.github.mcpclient.McpTransportSettings;
import io.github.mcpclient.transport.HttpTransportSettings;

/**
 * The transports of the reference server {@code mcp-server-everything}.
 */
public enum EverythingTransport {

	STDIO("stdio"), SSE("sse"), STREAMABLE_HTTP("streamableHttp");

	private static final String NAME = "mcp-server-everything";

	private final String argument;

	EverythingTransport(String argument) {
		this.argument = argument;
	}

	public Running start() throws IOException {
		if (this == STDIO) {
			return new Running(NpmServer.stdio(NAME, this.argument).build(), null);
		}
		NpmServer server = NpmServer.start(NAME, this.argument);
		return new Running((this == SSE) ? HttpTransportSettings.sse(server.url("/sse")).build()
				: HttpTransportSettings.streamableHttp(server.url("/mcp")).build(), server);
	}

	/**
	 * A server that can be connected to.
	 *
	 * @param settings how to reach it
	 * @param server the process, {@code null} where the client starts it
	 */
	public record Running(McpTransportSettings settings, NpmServer server) implements AutoCloseable {

		@Override
		public void close() {
			if (this.server != null) {
				this.server.close();
			}
		}

	}

}
