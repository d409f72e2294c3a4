package io.github.mcpclient;

/**
 * A message on its way to the server.
 */
public interface OutgoingMessage {

	/**
	 * The message.
	 * @return one JSON-RPC message in UTF-8, without a line break
	 */
	byte[] json();

	/**
	 * The JSON-RPC method.
	 * @return the method, empty for a reply
	 */
	String method();

	/**
	 * When to stop waiting. Progress of the request can move it.
	 * @return the deadline
	 */
	Deadline deadline();

	/**
	 * Whether the server still owes a reply.
	 * @return {@code true} for a request that is neither answered nor given up
	 */
	boolean awaitsReply();

	/**
	 * Whether the server has answered, and so has read all of the message.
	 * @return {@code true} for a request that the server answered
	 */
	default boolean isAnswered() {
		return false;
	}

}
