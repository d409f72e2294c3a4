package io.github.mcpclient.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * One of the reference servers, which {@code npm ci --prefix .ci/npm} installs.
 */
public final class NpmServer implements AutoCloseable {

	private static final Path EXECUTABLES = Path.of(".ci", "npm", "node_modules", ".bin");

	private final Process process;

	private final int port;

	private NpmServer(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * The settings of a server that is spoken to over stdio.
	 */
	public static StdioTransportSettings.Builder stdio(String name, String... args) {
		return StdioTransportSettings.command(executable(name).toString()).args(args);
	}

	/**
	 * Start a server that listens at a port which the environment gives it.
	 */
	public static NpmServer start(String name, String... args) throws IOException {
		int port = freePort();
		ProcessBuilder builder = new ProcessBuilder(executable(name).toString()).redirectErrorStream(true);
		builder.command().addAll(java.util.List.of(args));
		builder.environment().put("PORT", Integer.toString(port));
		Process process = builder.start();
		BufferedReader output = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
		String line = output.readLine();
		while (line != null && !line.contains("on port " + port)) {
			line = output.readLine();
		}
		if (line == null) {
			throw new IOException(name + " ended before it listened");
		}
		Thread drain = new Thread(() -> output.lines().forEach((ignored) -> {
		}), name + "-output");
		drain.setDaemon(true);
		drain.start();
		return new NpmServer(process, port);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	static boolean installed() {
		return directory() != null;
	}

	private static Path executable(String name) {
		Path directory = directory();
		if (directory == null) {
			throw new IllegalStateException("There is no " + EXECUTABLES + " here or above");
		}
		return directory.resolve(name);
	}

	private static Path directory() {
		for (Path path = Path.of("").toAbsolutePath(); path != null; path = path.getParent()) {
			Path directory = path.resolve(EXECUTABLES);
			if (Files.isDirectory(directory)) {
				return directory;
			}
		}
		return null;
	}

	public URI url(String path) {
		return URI.create("http://localhost:" + this.port + path);
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor();
			this.process.getInputStream().close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
