package io.github.mcpclient.test;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server of streamable HTTP over raw sockets. It behaves, until a script says for one
 * kind of request what happens instead, byte by byte if need be. Records what it gets.
 */
public final class ScriptedHttpServer implements AutoCloseable {

	public static final String SESSION = "session-1";

	private static final JsonMapper MAPPER = new JsonMapper();

	private final ServerSocket listener;

	private final Map<String, Script> scripts = new ConcurrentHashMap<>();

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private final AtomicInteger connections = new AtomicInteger();

	private final Thread acceptor;

	private volatile boolean recording = true;

	private ScriptedHttpServer(int port) throws IOException {
		this.listener = new ServerSocket();
		this.listener.setReuseAddress(true);
		this.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
		behave();
		this.acceptor = daemon("accept", this::accept);
	}

	public static ScriptedHttpServer start() {
		return start(0);
	}

	public static ScriptedHttpServer start(int port) {
		try {
			return new ScriptedHttpServer(port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void behave() {
		on("initialize",
				(request, answer) -> answer.status(200,
						"{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(request.id(),
								initializeResult("2025-11-25")),
						"Content-Type: application/json", "Mcp-Session-Id: " + SESSION));
		on("tools/list", (request, answer) -> answer.result(request,
				"{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}"));
		on("tools/call", (request, answer) -> answer.result(request, text("ok")));
		on("ping", (request, answer) -> answer.result(request, "{}"));
		on("GET", (request, answer) -> answer.status(405, ""));
		on("DELETE", (request, answer) -> answer.status(200, ""));
	}

	public static String initializeResult(String version) {
		return ("{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
				+ "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
			.formatted(version);
	}

	/**
	 * The result of a tool.
	 */
	public static String text(String text) {
		return "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(text);
	}

	/**
	 * Say what happens.
	 * @param what a JSON-RPC method, or an HTTP method other than POST
	 */
	public ScriptedHttpServer on(String what, Script script) {
		this.scripts.put(what, script);
		return this;
	}

	/**
	 * What would happen now.
	 */
	public Script script(String what) {
		return this.scripts.getOrDefault(what, (any, answer) -> answer.status(202, ""));
	}

	/**
	 * Stop remembering requests, for tests that make many.
	 */
	public void forgetRequests() {
		this.recording = false;
		this.requests.clear();
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	public URI url() {
		return url("/mcp");
	}

	public URI url(String pathAndQuery) {
		return URI.create("http://127.0.0.1:" + port() + pathAndQuery);
	}

	public List<Request> requests() {
		return List.copyOf(this.requests);
	}

	public List<Request> requests(String what) {
		return this.requests.stream().filter((request) -> request.what().equals(what)).toList();
	}

	/**
	 * How many connections there have been.
	 */
	public int connections() {
		return this.connections.get();
	}

	public int openConnections() {
		return this.open.size();
	}

	/**
	 * Reset every connection, and go on listening.
	 */
	public void cutConnections() {
		this.open.forEach(ScriptedHttpServer::reset);
	}

	@Override
	public void close() {
		try {
			this.listener.close();
			// until then the port is taken
			this.acceptor.join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		cutConnections();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket socket = this.listener.accept();
				this.open.add(socket);
				int number = this.connections.incrementAndGet();
				daemon("connection-" + number, () -> serve(socket, number));
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private void serve(Socket socket, int number) {
		try (socket) {
			socket.setTcpNoDelay(true);
			InputStream in = new BufferedInputStream(socket.getInputStream());
			for (Request request = read(in, number); request != null; request = read(in, number)) {
				if (this.recording) {
					this.requests.add(request);
				}
				script(request.what()).answer(request, new Answer(socket, in));
			}
		}
		catch (IOException ex) {
			// the client went away, or the script cut it off
		}
		finally {
			this.open.remove(socket);
		}
	}

	private static @Nullable Request read(InputStream in, int connection) throws IOException {
		String first = line(in);
		if (first == null) {
			return null;
		}
		Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
			int colon = line.indexOf(':');
			headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
		}
		int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
		String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
		JsonNode json = body.startsWith("{") ? MAPPER.readTree(body) : MAPPER.createObjectNode();
		String[] parts = first.split(" ");
		return new Request(connection, parts[0], parts[1], headers, body, json.path("method").asString(""),
				json.path("id").toString());
	}

	private static @Nullable String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = in.read(); next != '\n'; next = in.read()) {
			if (next < 0) {
				return null;
			}
			if (next != '\r') {
				line.append((char) next);
			}
		}
		return line.toString();
	}

	static void reset(Socket socket) {
		try {
			socket.setSoLinger(true, 0);
			socket.close();
		}
		catch (IOException ex) {
			// gone already
		}
	}

	static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, "scripted-" + name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/**
	 * What happens on one request. When it returns the connection goes on, unless it was
	 * closed.
	 */
	@FunctionalInterface
	public interface Script {

		void answer(Request request, Answer answer) throws IOException;

	}

	/**
	 * A request as it arrived.
	 *
	 * @param rpcMethod the JSON-RPC method, empty if there is none
	 * @param id the JSON-RPC id as JSON
	 */
	public record Request(int connection, String method, String target, Map<String, String> headers, String body,
			String rpcMethod, String id) {

		String what() {
			return this.rpcMethod.isEmpty() ? this.method : this.rpcMethod;
		}

		public @Nullable String header(String name) {
			return this.headers.get(name);
		}

	}

}
