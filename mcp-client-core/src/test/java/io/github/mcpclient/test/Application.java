package io.github.mcpclient.test;

import java.io.IOException;
import java.util.stream.Collectors;

import io.github.mcpclient.McpServer;

/**
 * An application that never closes its server. Prints the processes that it has started
 * and ends by returning or exiting, at the end of its stdin, or by being terminated.
 */
public final class Application {

	private Application() {
	}

	public static void main(String[] args) throws IOException {
		McpServer server = McpServer.builder(ShellServer.settings(args[1], args[2]).build()).build();
		server.connect();
		System.out.println("PROCESSES " + ProcessHandle.current()
			.descendants()
			.map((process) -> String.valueOf(process.pid()))
			.collect(Collectors.joining(" ")));
		System.in.read();
		if (args[0].equals("exit")) {
			System.exit(0);
		}
	}

}
