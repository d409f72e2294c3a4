package io.github.mcpclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An HTTP server that answers exactly what a test wants, and streamable HTTP as usual
 * where the test wants nothing.
 */
public final class HttpStub implements AutoCloseable {

	private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

	private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, Answer> answers = new ConcurrentHashMap<>();

	/** What was received, in order: the HTTP method and the body. */
	public final List<String> received = new CopyOnWriteArrayList<>();

	public HttpStub() {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::handle);
		this.server.start();
	}

	/**
	 * Answer a JSON-RPC method, an HTTP method ({@code GET}), or everything ({@code *}).
	 */
	public HttpStub on(String method, Answer answer) {
		this.answers.put(method, answer);
		return this;
	}

	public URI url(String path) {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + path);
	}

	private void handle(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String httpMethod = exchange.getRequestMethod();
		String method = httpMethod.equals("POST") ? find(METHOD, body) : httpMethod;
		this.received.add(httpMethod + " " + body);
		Answer answer = this.answers.getOrDefault(method, this.answers.get("*"));
		try (exchange) {
			if (answer != null) {
				answer.write(exchange, find(ID, body));
			}
			else {
				usual(exchange, method, find(ID, body));
			}
		}
	}

	private static void usual(HttpExchange exchange, String method, String id) throws IOException {
		switch (method) {
			case "initialize" -> json(Script.initialized("{\"tools\":{}}")).write(exchange, id);
			case "GET" -> status(405).write(exchange, id);
			case "DELETE" -> status(200).write(exchange, id);
			default -> (id.isEmpty() ? status(202) : json(Script.result("{}"))).write(exchange, id);
		}
	}

	private static String find(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		return matcher.find() ? matcher.group(1) : "";
	}

	public static Answer status(int status) {
		return (exchange, id) -> exchange.sendResponseHeaders(status, -1);
	}

	/**
	 * JSON in which {@code $id} stands for the id of the request.
	 */
	public static Answer json(String json) {
		return body(200, "application/json", json);
	}

	public static Answer body(int status, String type, String body) {
		return (exchange, id) -> {
			byte[] bytes = body.replace("$id", id).getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", type);
			exchange.sendResponseHeaders(status, (bytes.length == 0) ? -1 : bytes.length);
			exchange.getResponseBody().write(bytes);
		};
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * Answers one request.
	 */
	@FunctionalInterface
	public interface Answer {

		void write(HttpExchange exchange, String id) throws IOException;

		/**
		 * The same answer with one more header.
		 */
		default Answer with(String header, String value) {
			return (exchange, id) -> {
				exchange.getResponseHeaders().set(header, value);
				write(exchange, id);
			};
		}

	}

}
