package io.github.mcpclient.test;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * A stdio server that does everything wrong that it is told to: at its start by its
 * arguments, later by the tool that is called. Reads no more JSON than it needs to.
 */
public final class MisbehavingServer {

	private static final String INITIALIZED = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
			+ "\"serverInfo\":{\"name\":\"misbehaving\",\"version\":\"1\"}}";

	private final BufferedReader in = new BufferedReader(
			new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));

	private final OutputStream out = new FileOutputStream(FileDescriptor.out);

	private final OutputStream err = new FileOutputStream(FileDescriptor.err);

	private final List<String> flags;

	private int largestLine;

	private MisbehavingServer(List<String> flags) {
		this.flags = flags;
	}

	public static StdioTransportSettings.Builder settings(String... flags) {
		return ChildJvm.settings(MisbehavingServer.class, List.of(flags));
	}

	public static void main(String[] args) throws Exception {
		MisbehavingServer server = new MisbehavingServer(Arrays.asList(args));
		server.start();
		server.serve();
	}

	private void start() throws IOException {
		if (this.flags.contains("exit")) {
			print(this.err, "no configuration found\ngiving up\n");
			System.exit(3);
		}
		if (this.flags.contains("banner")) {
			print(this.out, "  Server 1.0\n\n{not JSON}\n[1,2]\n\"text\"\n{\"neither\":\"request nor reply\"}\n\r\n");
		}
		if (this.flags.contains("byte-order-mark")) {
			print(this.out, "\uFEFF");
		}
	}

	private void serve() throws Exception {
		for (String line = this.in.readLine(); line != null; line = this.in.readLine()) {
			this.largestLine = Math.max(this.largestLine, line.length());
			String id = find(line, "\"id\":(\\d+)");
			if (line.contains("\"method\":\"initialize\"")) {
				if (this.flags.contains("ask-in-initialize")) {
					ask("roots/list");
				}
				result(id, INITIALIZED);
			}
			else if (line.contains("\"method\":\"tools/call\"")) {
				call(id, find(line, "\"name\":\"([^\"]*)\""),
						find(line, "\"value\":\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\""));
			}
			else if (!id.isEmpty() && line.contains("\"method\"")) {
				result(id, "{}");
			}
		}
	}

	private void call(String id, String tool, String value) throws Exception {
		switch (tool) {
			case "echo" -> text(id, value);
			case "environment" -> text(id, String.valueOf(System.getenv(value)));
			case "largest-line" -> text(id, String.valueOf(this.largestLine));
			case "never" -> {
			}
			case "die" -> {
				print(this.err, "out of luck\n");
				Runtime.getRuntime().halt(Integer.parseInt(value));
			}
			case "garbage" -> {
				print(this.out, value + "\n");
				text(id, "done");
			}
			case "invalid-utf-8" -> {
				this.out.write(
						("{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"caf\u00E9\"}]},\"id\":" + id + "}\n")
							.getBytes(StandardCharsets.ISO_8859_1));
			}
			case "large" -> large("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",", value, "}");
			case "large-id-last" -> large("{", value, ",\"id\":" + id + "}");
			case "large-notification" -> {
				large("{\"method\":\"notifications/other\",", value, "}");
				text(id, "done");
			}
			case "large-garbage" -> {
				print(this.out, "x".repeat(Integer.parseInt(value)) + "\n");
				text(id, "done");
			}
			case "flood-stderr" -> {
				print(this.err, "x".repeat(Integer.parseInt(value)));
				text(id, "done");
			}
			case "chatter-on-stderr" -> {
				print(this.err, "line\n".repeat(Integer.parseInt(value)));
				text(id, "done");
			}
			case "close-stdout" -> {
				this.out.close();
				Thread.currentThread().join();
			}
			case "close-stderr" -> {
				this.err.close();
				text(id, "done");
			}
			case "be-deaf-until-exists" -> {
				text(id, "done");
				while (Files.notExists(Path.of(value))) {
					Thread.sleep(10);
				}
			}
			case "ask" -> text(id, ask(value).replace("\"", "'"));
			default -> text(id, "unknown tool");
		}
	}

	private void large(String start, String size, String end) throws IOException {
		print(this.out, start + "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
				+ "x".repeat(Integer.parseInt(size)) + "\"}]}" + end + "\n");
	}

	/**
	 * Send a request to the client and wait for its reply.
	 */
	private String ask(String method) throws IOException {
		print(this.out, "{\"jsonrpc\":\"2.0\",\"id\":\"ask\",\"method\":\"" + method + "\",\"params\":{}}\n");
		String reply = this.in.readLine();
		while (reply != null && !reply.contains("\"id\":\"ask\"")) {
			reply = this.in.readLine();
		}
		return String.valueOf(reply);
	}

	private void text(String id, String json) throws IOException {
		result(id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + json + "\"}]}");
	}

	private void result(String id, String json) throws IOException {
		print(this.out, "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + json + "}\n");
	}

	private static void print(OutputStream stream, String text) throws IOException {
		stream.write(text.getBytes(StandardCharsets.UTF_8));
	}

	private static String find(String line, String pattern) {
		Matcher matcher = Pattern.compile(pattern).matcher(line);
		return matcher.find() ? matcher.group(1) : "";
	}

}
