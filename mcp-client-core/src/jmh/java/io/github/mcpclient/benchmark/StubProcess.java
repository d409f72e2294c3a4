package io.github.mcpclient.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;

/**
 * Starts the stub server as a process of its own.
 */
final class StubProcess implements AutoCloseable {

	private final Process process;

	private final int port;

	private StubProcess(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	static List<String> command(Class<?> server) {
		String java = ProcessHandle.current().info().command().orElse("java");
		return List.of(java, "-Xmx128m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				server.getName());
	}

	static StubProcess http() throws IOException {
		Process process = new ProcessBuilder(command(StubHttpServer.class)).start();
		BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
		return new StubProcess(process, Integer.parseInt(out.readLine()));
	}

	String url(String path) {
		return "http://127.0.0.1:" + this.port + path;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
