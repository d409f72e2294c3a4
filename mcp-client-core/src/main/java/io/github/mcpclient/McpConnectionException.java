package io.github.mcpclient;

import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * The server cannot be reached, or the connection to it broke: a command that does not
 * exist, a process that exited, a refused connection, an HTTP status that is no success.
 */
public class McpConnectionException extends McpClientException {

	private final int httpStatus;

	private final boolean recoverable;

	/**
	 * Create an exception for a connection that failed before a request went out.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause the cause, if there is one
	 */
	public McpConnectionException(String serverName, String problem, @Nullable Throwable cause) {
		this(serverName, problem, cause, false, 0);
	}

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause the cause, if there is one
	 * @param outcomeUnknown whether the server may have acted on the request all the same
	 * @param httpStatus the HTTP status that the server answered, or 0 for none
	 */
	public McpConnectionException(String serverName, String problem, @Nullable Throwable cause, boolean outcomeUnknown,
			int httpStatus) {
		this(serverName, problem, cause, outcomeUnknown, httpStatus, true);
	}

	McpConnectionException(String serverName, String problem, @Nullable Throwable cause, boolean outcomeUnknown,
			int httpStatus, boolean recoverable) {
		super(serverName, problem, cause, outcomeUnknown);
		this.httpStatus = httpStatus;
		this.recoverable = recoverable;
	}

	/**
	 * Create an exception for a failure that does not mend itself, such as a command that
	 * does not exist; the connection is not tried again.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause the cause, if there is one
	 * @return the exception
	 */
	public static McpConnectionException unrecoverable(String serverName, String problem, @Nullable Throwable cause) {
		return new McpConnectionException(serverName, problem, cause, false, 0, false);
	}

	/**
	 * Whether trying again can help.
	 * @return {@code false} for bad credentials and for a command that does not exist
	 */
	public final boolean recoverable() {
		return this.recoverable;
	}

	/**
	 * The HTTP status that the server answered.
	 * @return the status, empty where the failure was another one
	 */
	public final OptionalInt httpStatus() {
		return (this.httpStatus == 0) ? OptionalInt.empty() : OptionalInt.of(this.httpStatus);
	}

}
