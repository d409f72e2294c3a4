package io.github.mcpclient.transport;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import io.github.mcpclient.McpTransport;

/**
 * One server-sent event.
 *
 * @param type the event's type, {@code message} unless the server says otherwise
 * @param data the data, in UTF-8
 */
record SseEvent(String type, byte[] data) {

	static final String MESSAGE = "message";

	boolean isMessage() {
		return this.type.equals(MESSAGE) && this.data.length > 0;
	}

	/**
	 * Refuse a message of which there is only the beginning.
	 */
	static void refuse(byte[] beginning, McpTransport.Receiver receiver, int maxSize) {
		receiver.refused(new InputStreamReader(new ByteArrayInputStream(beginning), StandardCharsets.UTF_8),
				"longer than %d bytes".formatted(maxSize));
	}

}
