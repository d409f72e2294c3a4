package io.github.mcpclient.samples.server;

import java.io.PrintStream;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Runs the server as a program that is spoken to over stdin and stdout. It ends with its
 * stdin.
 */
public final class StdioSampleServer {

	private StdioSampleServer() {
	}

	/**
	 * Run the server.
	 * @param args none
	 */
	public static void main(String[] args) {
		PrintStream protocol = System.out;
		System.setOut(System.err);
		LoggingSystem.get(StdioSampleServer.class.getClassLoader())
			.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
		SampleServer.start(McpServer.sync(new StdioServerTransportProvider(SampleServer.JSON, System.in, protocol)));
	}

}
