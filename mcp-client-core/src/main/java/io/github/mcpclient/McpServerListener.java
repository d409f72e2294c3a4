package io.github.mcpclient;

/**
 * Hears of every change of a server's state. Called in the order of the changes on a
 * thread of the library; what it throws is logged and harms nothing.
 */
@FunctionalInterface
public interface McpServerListener {

	/**
	 * The state of a server changed.
	 * @param serverName the server
	 * @param status the status right after the change
	 */
	void statusChanged(String serverName, McpServerStatus status);

}
