package io.github.mcpclient;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One connection to a server: made once, used until it is lost or closed, never repaired.
 * Thread-safe.
 */
interface McpConnection {

	/**
	 * What the server said about itself when the connection was made.
	 */
	McpServerInfo info();

	Optional<String> sessionId();

	/**
	 * Send a request and wait for its result.
	 */
	<T> T request(McpRequest<T> request, Deadline deadline);

	/**
	 * Whether any request was answered on this connection since it was made.
	 */
	boolean hasServed();

	/**
	 * Whether this connection is of no use any more.
	 */
	boolean isLost();

	/**
	 * Whether this connection was retired or closed.
	 */
	boolean isRetired();

	/**
	 * For how long nothing came from the server.
	 */
	long idleNanos();

	/**
	 * Tell the listener when the connection is lost, at once if it is already.
	 */
	void onLost(Consumer<McpConnectionException> listener);

	/**
	 * Free everything once the connection is lost, within the timeout; exchanges that are
	 * under way on their own go on. Never throws.
	 */
	void retire(Duration timeout);

	/**
	 * Fail what is in flight and free everything, within the timeout. Never throws.
	 */
	void close(Duration timeout);

}
