package io.github.mcpclient;

/**
 * Hears of every change of a server's state, and of what its policy decides. Called in
 * the order of events on a thread of the library; what it throws is logged and harms
 * nothing.
 */
@FunctionalInterface
public interface McpServerListener {

	/**
	 * The state of a server changed.
	 * @param serverName the server
	 * @param status the status right after the change
	 */
	void statusChanged(String serverName, McpServerStatus status);

	/**
	 * It was decided about a call that needed approval.
	 * @param serverName the server
	 * @param toolName the tool
	 * @param outcome the decision
	 */
	default void approvalDecided(String serverName, String toolName, Approval.Outcome outcome) {
	}

	/**
	 * A request failed and is sent again.
	 * @param serverName the server
	 * @param operation the JSON-RPC method
	 * @param retry which retry of the request it is, from 1
	 * @param failure why the attempt before it failed
	 */
	default void retrying(String serverName, String operation, int retry, McpClientException failure) {
	}

	/**
	 * A request failed and is not sent again, since the server may have acted.
	 * @param serverName the server
	 * @param operation the JSON-RPC method
	 * @param failure why the attempt failed
	 */
	default void retryWithheld(String serverName, String operation, McpClientException failure) {
	}

}
