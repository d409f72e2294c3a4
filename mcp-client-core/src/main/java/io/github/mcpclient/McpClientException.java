package io.github.mcpclient;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Base of everything this library throws while talking to a server. The message always
 * names the server and never holds a credential.
 */
public class McpClientException extends RuntimeException {

	private final String serverName;

	private final String problem;

	private final boolean outcomeUnknown;

	/**
	 * Create an exception for a failure after which the server cannot have acted.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause the cause, if there is one
	 */
	public McpClientException(String serverName, String problem, @Nullable Throwable cause) {
		this(serverName, problem, cause, false);
	}

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause the cause, if there is one
	 * @param outcomeUnknown whether the server may have acted on the request all the same
	 */
	public McpClientException(String serverName, String problem, @Nullable Throwable cause, boolean outcomeUnknown) {
		super("MCP server '%s': %s".formatted(serverName, problem), cause);
		this.serverName = serverName;
		this.problem = problem;
		this.outcomeUnknown = outcomeUnknown;
	}

	/**
	 * The server that this is about.
	 * @return its name
	 */
	public final String serverName() {
		return this.serverName;
	}

	/**
	 * What went wrong.
	 * @return the message without the server's name
	 */
	public final String problem() {
		return this.problem;
	}

	/**
	 * Whether the request that failed may have taken effect on the server: it was sent,
	 * and its answer never arrived. Repeating such a request can run a tool twice. Holds
	 * as well if that is true of an earlier attempt, which is suppressed in this one.
	 * @return {@code true} if the server may have acted
	 */
	public final boolean outcomeUnknown() {
		return this.outcomeUnknown || Arrays.stream(getSuppressed())
			.anyMatch((earlier) -> earlier instanceof McpClientException failure && failure.outcomeUnknown());
	}

	/**
	 * The same failure, as one of the handshake, in which a server does nothing that
	 * matters.
	 */
	McpClientException duringHandshake() {
		return this;
	}

}
