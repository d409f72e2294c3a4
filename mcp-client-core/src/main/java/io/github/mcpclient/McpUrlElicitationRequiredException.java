package io.github.mcpclient;

import org.jspecify.annotations.Nullable;

/**
 * The server wants the user to visit a URL before it answers (JSON-RPC error -32042).
 * {@link #data()} holds the elicitations.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error">URL
 * elicitation required</a>
 */
public class McpUrlElicitationRequiredException extends McpProtocolException {

	/**
	 * The JSON-RPC error code that stands for this.
	 */
	public static final int CODE = -32042;

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param data the elicitations, as the server sent them
	 */
	public McpUrlElicitationRequiredException(String serverName, String problem, @Nullable Object data) {
		super(serverName, problem, CODE, data);
	}

}
