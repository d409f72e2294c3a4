package io.github.mcpclient.transport;

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

}
