package io.github.mcpclient;

/**
 * A message that is not answered: a notification or a reply.
 */
record OutgoingText(byte[] json, String method, Deadline deadline) implements OutgoingMessage {

	@Override
	public boolean awaitsReply() {
		return false;
	}

}
