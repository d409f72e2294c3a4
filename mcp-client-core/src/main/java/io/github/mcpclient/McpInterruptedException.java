package io.github.mcpclient;

/**
 * The calling thread was interrupted while it waited. Its interrupt flag is set again.
 */
public class McpInterruptedException extends McpClientException {

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param operation what the caller waited for
	 * @param outcomeUnknown whether the server may have acted on the request all the same
	 */
	public McpInterruptedException(String serverName, String operation, boolean outcomeUnknown) {
		super(serverName, "interrupted while waiting for " + operation, null, outcomeUnknown);
	}

}
