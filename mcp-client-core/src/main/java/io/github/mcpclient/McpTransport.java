package io.github.mcpclient;

import java.io.Reader;
import java.time.Duration;
import java.util.Optional;

/**
 * Carries JSON-RPC messages of one connection to and from a server. Used once: started,
 * closed and thrown away. Thread-safe from {@link #start} on.
 */
public interface McpTransport {

	/**
	 * Open the transport.
	 * @param receiver gets whatever arrives
	 * @param deadline when to give up
	 * @throws McpConnectionException if the server cannot be reached; nothing is left
	 * open then
	 */
	void start(Receiver receiver, Deadline deadline);

	/**
	 * Send a message on the calling thread. Where a request and its reply are one
	 * exchange (streamable HTTP) this returns once the reply has been handed to the
	 * receiver, on the same thread; elsewhere once the message is written.
	 * @param message the message, which carries its own deadline
	 * @throws McpConnectionException if it could not be sent, or no reply will come
	 * @throws McpTimeoutException if the deadline of the message passed
	 * @throws McpInterruptedException if the thread was interrupted
	 */
	void send(OutgoingMessage message);

	/**
	 * Learn the revision of the protocol, once it is negotiated.
	 * @param version the revision
	 */
	default void protocolVersion(String version) {
	}

	/**
	 * The session that the server opened.
	 * @return its id, where the transport has such a thing
	 */
	default Optional<String> sessionId() {
		return Optional.empty();
	}

	/**
	 * Close the transport and free everything it holds. Never throws; does nothing the
	 * second time.
	 * @param timeout how long it may take
	 */
	void close(Duration timeout);

	/**
	 * Gets what arrives from the server. Never throws and never blocks for long.
	 */
	interface Receiver {

		/**
		 * A message arrived.
		 * @param json one JSON-RPC message in UTF-8
		 */
		void message(byte[] json);

		/**
		 * A message arrived that the transport does not accept. What it answers fails.
		 * @param json the message, read before this returns, to its end or not
		 * @param problem what it is: too long, or not in the right encoding
		 */
		void refused(Reader json, String problem);

		/**
		 * The connection is gone for good; nothing arrives any more.
		 * @param cause why
		 */
		void lost(McpConnectionException cause);

	}

}
