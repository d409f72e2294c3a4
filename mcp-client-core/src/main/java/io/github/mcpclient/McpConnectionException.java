package io.github.mcpclient;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * The server cannot be reached, or the connection to it broke: a command that does not
 * exist, a process that exited, a refused connection, an HTTP status that is no success.
 */
public class McpConnectionException extends McpClientException {

	private final int httpStatus;

	private final boolean recoverable;

	private final boolean sessionLost;

	private final @Nullable Duration retryAfter;

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
		this(serverName, problem, cause, outcomeUnknown, httpStatus, recoverable, false, null);
	}

	private McpConnectionException(String serverName, String problem, @Nullable Throwable cause, boolean outcomeUnknown,
			int httpStatus, boolean recoverable, boolean sessionLost, @Nullable Duration retryAfter) {
		super(serverName, problem, cause, outcomeUnknown);
		this.httpStatus = httpStatus;
		this.recoverable = recoverable;
		this.sessionLost = sessionLost;
		this.retryAfter = retryAfter;
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
	 * Create an exception for an HTTP status that is no success.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param outcomeUnknown whether the server may have acted on the request all the same
	 * @param httpStatus the HTTP status
	 * @param retryAfter how long the server wants to be left alone, if it says so
	 * @return the exception
	 */
	public static McpConnectionException refused(String serverName, String problem, boolean outcomeUnknown,
			int httpStatus, @Nullable Duration retryAfter) {
		return new McpConnectionException(serverName, problem, null, outcomeUnknown, httpStatus, true, false,
				retryAfter);
	}

	/**
	 * Create an exception for a session that the server no longer knows, and within which
	 * it therefore did not act.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param httpStatus the HTTP status that the server answered
	 * @return the exception
	 */
	public static McpConnectionException sessionLost(String serverName, String problem, int httpStatus) {
		return new McpConnectionException(serverName, problem, null, false, httpStatus, true, true, null);
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

	/**
	 * Whether the server no longer knows the session. A new one can be opened, and what
	 * was refused for this reason can be sent again.
	 * @return {@code true} for a lost session
	 */
	public final boolean sessionLost() {
		return this.sessionLost;
	}

	/**
	 * How long the server wants to be left alone.
	 * @return the value of the {@code Retry-After} header, from the time of the answer on
	 */
	public final Optional<Duration> retryAfter() {
		return Optional.ofNullable(this.retryAfter);
	}

	@Override
	McpClientException duringHandshake() {
		return outcomeUnknown() ? new McpConnectionException(serverName(), problem(), this, false, this.httpStatus,
				this.recoverable, this.sessionLost, this.retryAfter) : this;
	}

}
