package io.github.mcpclient.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A server whose one tool writes each entry it is called with into a file, so that it can
 * be told afterwards what was done, however the server ended. Speaks stdio, or streamable
 * HTTP on a given port in a session that ends with the process. Reports its process id as
 * its version.
 */
public final class LedgerServer {

	private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

	private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

	private static final Pattern ENTRY = Pattern.compile("\"entry\":\"([^\"]*)\"");

	private final Path ledger;

	private final String session = UUID.randomUUID().toString();

	private LedgerServer(Path ledger) {
		this.ledger = ledger;
	}

	public static void main(String[] args) throws IOException {
		LedgerServer server = new LedgerServer(Path.of(args[0]));
		if (args.length > 1) {
			server.listen(Integer.parseInt(args[1]));
		}
		else {
			server.readStdin();
		}
	}

	private void readStdin() throws IOException {
		PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			String reply = reply(line);
			if (!reply.isEmpty()) {
				out.println(reply);
			}
		}
	}

	private void listen(int port) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
		server.setExecutor(Executors.newCachedThreadPool());
		server.createContext("/", this::handle);
		server.start();
		System.out.println("listening");
	}

	private void handle(HttpExchange exchange) throws IOException {
		try (exchange) {
			String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			String sentSession = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
			boolean opening = find(METHOD, body).equals("initialize");
			if (!exchange.getRequestMethod().equals("POST")) {
				exchange.sendResponseHeaders(405, -1);
			}
			else if (!opening && !Objects.equals(sentSession, this.session)) {
				exchange.sendResponseHeaders(404, -1);
			}
			else {
				answer(exchange, reply(body));
			}
		}
	}

	private void answer(HttpExchange exchange, String reply) throws IOException {
		if (reply.isEmpty()) {
			exchange.sendResponseHeaders(202, -1);
			return;
		}
		byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", "application/json");
		exchange.getResponseHeaders().set("Mcp-Session-Id", this.session);
		exchange.sendResponseHeaders(200, bytes.length);
		exchange.getResponseBody().write(bytes);
	}

	private String reply(String message) throws IOException {
		String id = find(ID, message);
		if (id.isEmpty()) {
			return "";
		}
		String result = switch (find(METHOD, message)) {
			case "initialize" -> """
					{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},\
					"serverInfo":{"name":"ledger","version":"%d"}}""".formatted(ProcessHandle.current().pid());
			case "tools/call" -> enter(find(ENTRY, message));
			default -> "{}";
		};
		return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result);
	}

	private String enter(String entry) throws IOException {
		Files.writeString(this.ledger, entry + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		return "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(entry);
	}

	private static String find(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		return matcher.find() ? matcher.group(1) : "";
	}

}
