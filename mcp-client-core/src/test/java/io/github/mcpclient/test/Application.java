package io.github.mcpclient.test;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.github.mcpclient.McpServer;

/**
 * An application that never closes its server, or calls and closes it in a shutdown hook.
 * Prints the processes that it has started and ends by returning or exiting, at the end
 * of its stdin, or by being terminated.
 */
public final class Application {

	private Application() {
	}

	public static void main(String[] args) throws IOException {
		boolean closes = args[0].equals("close");
		McpServer server = McpServer
			.builder(ShellServer.settings(args[1], args[2])
				.exitGrace(closes ? Duration.ofMinutes(1) : Duration.ZERO)
				.build())
			.build();
		server.connect();
		if (closes) {
			Runtime.getRuntime().addShutdownHook(new Thread(() -> callAndClose(server)));
		}
		System.out.println("PROCESSES " + ProcessHandle.current()
			.descendants()
			.map((process) -> String.valueOf(process.pid()))
			.collect(Collectors.joining(" ")));
		System.in.read();
		if (args[0].equals("exit")) {
			System.exit(0);
		}
	}

	private static void callAndClose(McpServer server) {
		// longer than the other hook would need to end the program
		LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
		System.out.println("CALLED " + server.callTool("answer", Map.of()).content().size());
		server.close();
	}

}
