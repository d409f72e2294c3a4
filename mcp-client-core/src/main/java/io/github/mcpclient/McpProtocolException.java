package io.github.mcpclient;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The server answered with a JSON-RPC error, or with something that is not MCP.
 *
 * @see <a href="https://www.jsonrpc.org/specification#error_object">JSON-RPC error
 * object</a>
 */
public class McpProtocolException extends McpClientException {

	private final int code;

	private final @Nullable Object data;

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param code the JSON-RPC error code, or 0 where the answer was no JSON-RPC error
	 * @param data what the server sent along with the error, if anything
	 */
	public McpProtocolException(String serverName, String problem, int code, @Nullable Object data) {
		super(serverName, problem, null);
		this.code = code;
		this.data = data;
	}

	/**
	 * Create an exception for an answer that cannot be understood.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param cause why the answer cannot be understood
	 */
	public McpProtocolException(String serverName, String problem, @Nullable Throwable cause) {
		super(serverName, problem, cause, true);
		this.code = 0;
		this.data = null;
	}

	private McpProtocolException(McpProtocolException cause) {
		super(cause.serverName(), cause.problem(), cause);
		this.code = cause.code;
		this.data = cause.data;
	}

	@Override
	McpClientException duringHandshake() {
		return outcomeUnknown() ? new McpProtocolException(this) : this;
	}

	/**
	 * The JSON-RPC error code.
	 * @return the code, or 0 where the answer was no JSON-RPC error
	 */
	public int code() {
		return this.code;
	}

	/**
	 * What the server sent along with the error.
	 * @return the data as the JSON mapper reads it: a map, list, string, number or
	 * boolean
	 */
	public Optional<Object> data() {
		return Optional.ofNullable(this.data);
	}

}
