package io.github.mcpclient.benchmark;

import java.nio.charset.StandardCharsets;

/**
 * The answers of the stub server: canned, so that a benchmark measures the client.
 */
final class StubReplies {

	private static final String INITIALIZED = """
			{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"stub","version":"1"}}""";

	private static final String TOOLS = """
			{"tools":[{"name":"echo","description":"Says the same",\
			"inputSchema":{"type":"object","properties":{"message":{"type":"string"}}}}]}""";

	private static final String CALLED = """
			{"content":[{"type":"text","text":"a text that a tool might well have returned"}],"isError":false}""";

	private StubReplies() {
	}

	/**
	 * The reply to a message, or {@code null} if it asks for none.
	 */
	static byte[] to(byte[] message, int length) {
		String text = new String(message, 0, length, StandardCharsets.ISO_8859_1);
		int method = text.indexOf("\"method\":\"");
		int id = text.indexOf("\"id\":");
		if (method < 0 || id < 0) {
			return null;
		}
		String result = "{}";
		if (text.startsWith("tools/call", method + 10)) {
			result = CALLED;
		}
		else if (text.startsWith("tools/list", method + 10)) {
			result = TOOLS;
		}
		else if (text.startsWith("initialize", method + 10)) {
			result = INITIALIZED;
		}
		return ("{\"jsonrpc\":\"2.0\",\"id\":" + id(text, id + 5) + ",\"result\":" + result + "}")
			.getBytes(StandardCharsets.ISO_8859_1);
	}

	static String id(String text, int start) {
		int end = start + 1;
		while (",}".indexOf(text.charAt(end)) < 0) {
			end++;
		}
		return text.substring(start, end);
	}

}
