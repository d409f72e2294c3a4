package io.github.mcpclient.test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * What a {@link ScriptedServer} says when it receives a message: nothing, one or more
 * lines, in which {@code $id} stands for the id of the request and {@code $text} for an
 * argument of that name, and <code>${NAME}</code> for a variable of its environment. What
 * is not scripted is answered as usual.
 */
public final class Script {

	static final String START = "start";

	static final String RECORD = "record";

	static final String REVERSED = "reversed";

	static final String EXIT = "!exit ";

	static final String STDERR = "!stderr ";

	static final String CLOSE_STDOUT = "!close stdout";

	private final List<String> args = new ArrayList<>();

	/**
	 * Say something before anything is received.
	 */
	public Script onStart(String... lines) {
		return on(START, lines);
	}

	/**
	 * Say something to a method ({@code tools/list}), to a page of it
	 * ({@code tools/list page-2}) or to a call of a tool ({@code tools/call hang}).
	 */
	public Script on(String trigger, String... lines) {
		this.args.add(trigger);
		this.args.add(String.join("\n", lines));
		return this;
	}

	/**
	 * Answer what was received at once last come, first served.
	 */
	public Script reversed() {
		return on(REVERSED);
	}

	/**
	 * Write down every line that is received.
	 */
	public Script record(Path file) {
		return on(RECORD, file.toString());
	}

	public StdioTransportSettings.Builder settings() {
		return ChildJvm.settings(ScriptedServer.class, this.args);
	}

	public static String result(String json) {
		return "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + json + "}";
	}

	public static String text(String text) {
		return result("{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
	}

	public static String error(int code, String message) {
		return "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
	}

	public static String initialized(String capabilities) {
		return result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
				+ ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"$pid\"}}");
	}

	public static String notification(String method, String params) {
		return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
	}

	public static String request(String id, String method, String params) {
		return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
	}

	public static String exit(int code) {
		return EXIT + code;
	}

	public static String stderr(String line) {
		return STDERR + line;
	}

	public static String closeStdout() {
		return CLOSE_STDOUT;
	}

}
