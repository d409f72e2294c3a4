package io.github.mcpclient.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stdio server that says exactly what a {@link Script} tells it to say, well-behaved or
 * not. Reports its process id as its version.
 */
public final class ScriptedServer {

	private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

	private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");

	private static final Pattern TOOL = Pattern.compile("\"params\":\\{\"name\":\"([^\"]*)\"");

	private static final Pattern TEXT = Pattern.compile("\"text\":\"([^\"]*)\"");

	private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");

	private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{(\\w+)}");

	private final Map<String, String> script;

	private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

	private ScriptedServer(Map<String, String> script) {
		this.script = script;
	}

	public static void main(String[] args) throws IOException {
		Map<String, String> script = new HashMap<>();
		for (int i = 0; i < args.length; i += 2) {
			script.put(args[i], args[i + 1]);
		}
		new ScriptedServer(script).run();
	}

	private void run() throws IOException {
		play(this.script.getOrDefault(Script.START, ""), "");
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		Deque<String> held = new ArrayDeque<>();
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			record(line);
			held.push(line);
			if (!this.script.containsKey(Script.REVERSED) || !in.ready()) {
				answer(held);
			}
		}
	}

	private void answer(Deque<String> held) {
		while (!held.isEmpty()) {
			String line = held.pop();
			play(reaction(line).replace("$text", find(TEXT, line)), find(ID, line));
		}
	}

	private void record(String line) throws IOException {
		String file = this.script.get(Script.RECORD);
		if (file != null) {
			Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		}
	}

	/**
	 * The lines for the tool or the cursor, else for the method, else the usual ones.
	 */
	private String reaction(String line) {
		String method = find(METHOD, line);
		String detail = method.equals("tools/call") ? find(TOOL, line) : find(CURSOR, line);
		String reaction = this.script.get(method + " " + detail);
		if (reaction == null) {
			reaction = this.script.get(method);
		}
		return (reaction != null) ? reaction : usual(method, find(ID, line));
	}

	private static String usual(String method, String id) {
		if (id.isEmpty() || method.isEmpty()) {
			return "";
		}
		return switch (method) {
			case "initialize" -> Script.initialized("{\"tools\":{},\"logging\":{},\"prompts\":{},"
					+ "\"resources\":{\"subscribe\":true},\"completions\":{}}");
			case "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe" -> Script.result("{}");
			case "tools/call" -> Script.text("called");
			default -> Script.error(-32601, "Method not found");
		};
	}

	private void play(String lines, String id) {
		if (lines.isEmpty()) {
			return;
		}
		for (String line : lines.split("\n")) {
			if (line.startsWith(Script.EXIT)) {
				Runtime.getRuntime().halt(Integer.parseInt(line.substring(Script.EXIT.length())));
			}
			else if (line.startsWith(Script.STDERR)) {
				System.err.println(line.substring(Script.STDERR.length()));
			}
			else if (line.equals(Script.CLOSE_STDOUT)) {
				this.out.close();
			}
			else {
				this.out.println(ENVIRONMENT.matcher(line.replace("$id", id))
					.replaceAll((variable) -> String.valueOf(System.getenv(variable.group(1))))
					.replace("$pid", Long.toString(ProcessHandle.current().pid())));
			}
		}
	}

	private static String find(Pattern pattern, String line) {
		Matcher matcher = pattern.matcher(line);
		return matcher.find() ? matcher.group(1) : "";
	}

}
