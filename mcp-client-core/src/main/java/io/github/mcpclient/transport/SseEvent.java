package io.github.mcpclient.transport;

/**
 * One server-sent event.
 *
 * @param type the event's type, {@code message} unless the server says otherwise
 * @param data the data, in UTF-8
 */
record SseEvent(String type, byte[] data) {

	boolean isMessage() {
		return this.type.equals("message") && this.data.length > 0;
	}

}
