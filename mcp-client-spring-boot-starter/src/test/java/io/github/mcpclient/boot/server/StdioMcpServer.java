package io.github.mcpclient.boot.server;

import java.nio.file.Path;
import java.util.List;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/**
 * A real MCP server over stdio, run as a process of its own.
 */
public final class StdioMcpServer {

	private StdioMcpServer() {
	}

	/**
	 * The program to start.
	 * @return the path of this JVM's launcher
	 */
	public static String command() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	/**
	 * The arguments of the program.
	 * @return one string an argument
	 */
	public static List<String> args() {
		return List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
				"-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider", "-cp",
				System.getProperty("java.class.path"), StdioMcpServer.class.getName());
	}

	/**
	 * The properties of such a server.
	 * @param name the name of the server
	 * @return properties that set the command and its arguments
	 */
	public static String[] properties(String name) {
		String prefix = "mcp.client.servers." + name + ".";
		List<String> args = args();
		String[] properties = new String[args.size() + 1];
		properties[0] = prefix + "command=" + command();
		for (int i = 0; i < args.size(); i++) {
			properties[i + 1] = prefix + "args[" + i + "]=" + args.get(i);
		}
		return properties;
	}

	public static void main(String[] args) {
		McpServer.SyncSpecification<?> server = McpServer.sync(new StdioServerTransportProvider(TestTools.MAPPER));
		TestTools.addTo(server);
		server.build();
	}

}
