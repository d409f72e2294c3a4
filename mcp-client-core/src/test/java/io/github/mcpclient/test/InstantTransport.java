package io.github.mcpclient.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.McpTransportSettings;
import io.github.mcpclient.OutgoingMessage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A transport that answers every request in memory, at once and on the caller's thread.
 */
public final class InstantTransport implements McpTransport {

	private static final JsonMapper MAPPER = new JsonMapper();

	private volatile Receiver receiver;

	public static McpTransportSettings settings() {
		return new McpTransportSettings() {

			@Override
			public String kind() {
				return "instant";
			}

			@Override
			public String target() {
				return "here";
			}

			@Override
			public McpTransport create(String serverName) {
				return new InstantTransport();
			}

		};
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.receiver = receiver;
	}

	@Override
	public void send(OutgoingMessage message) {
		JsonNode request = MAPPER.readTree(message.json());
		Receiver current = this.receiver;
		if (current == null) {
			throw new McpConnectionException("instant", "closed", null);
		}
		if (request.has("id")) {
			String result = switch (message.method()) {
				case "initialize" -> "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
						+ "\"serverInfo\":{\"name\":\"instant\",\"version\":\"1\"}}";
				case "tools/list" -> "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}";
				case "tools/call" -> "{\"content\":[]}";
				default -> "{}";
			};
			current.message(("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}")
				.getBytes(StandardCharsets.UTF_8));
		}
	}

	@Override
	public void close(Duration timeout) {
		this.receiver = null;
	}

}
