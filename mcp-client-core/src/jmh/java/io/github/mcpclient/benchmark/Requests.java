package io.github.mcpclient.benchmark;

import java.util.Map;

/**
 * The call that every client makes.
 */
final class Requests {

	static final String TOOL = "echo";

	static final Map<String, Object> ARGUMENTS = Map.of("message", "hello");

	private Requests() {
	}

	static String call(String id) {
		return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\","
				+ "\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"}}}";
	}

}
