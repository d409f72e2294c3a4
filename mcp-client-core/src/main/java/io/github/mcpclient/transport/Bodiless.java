package io.github.mcpclient.transport;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.OutgoingMessage;

/**
 * A request of HTTP that carries no message of the protocol.
 *
 * @param method what it is for, in words
 */
record Bodiless(String method, Deadline deadline) implements OutgoingMessage {

	@Override
	public byte[] json() {
		return new byte[0];
	}

	@Override
	public boolean awaitsReply() {
		return false;
	}

	@Override
	public boolean isAnswered() {
		return false;
	}

}
