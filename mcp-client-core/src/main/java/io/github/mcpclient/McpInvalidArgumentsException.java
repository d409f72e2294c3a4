package io.github.mcpclient;

/**
 * The arguments of a call are not acceptable; nothing was sent to the server.
 */
public class McpInvalidArgumentsException extends McpClientException {

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what is wrong with the arguments, without the server's name
	 */
	public McpInvalidArgumentsException(String serverName, String problem) {
		super(serverName, problem, null);
	}

}
