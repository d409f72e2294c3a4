package io.github.mcpclient;

import java.time.Duration;

/**
 * A request was not answered in time. A server that speaks the handshake-based protocol
 * has been told that the request is cancelled.
 */
public class McpTimeoutException extends McpClientException {

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param operation the operation that was not answered
	 * @param timeout how long it was waited for
	 * @param outcomeUnknown whether the server may have acted on the request all the same
	 */
	public McpTimeoutException(String serverName, String operation, Duration timeout, boolean outcomeUnknown) {
		super(serverName, "no answer to %s within %s ms".formatted(operation, roundedUp(timeout).toMillis()), null,
				outcomeUnknown);
	}

	private McpTimeoutException(McpTimeoutException cause) {
		super(cause.serverName(), cause.problem(), cause);
	}

	@Override
	McpClientException duringHandshake() {
		return outcomeUnknown() ? new McpTimeoutException(this) : this;
	}

	/**
	 * A deadline made of another one lacks the microseconds that passed since.
	 */
	private static Duration roundedUp(Duration timeout) {
		return timeout.plusNanos(999_999);
	}

}
