package io.github.mcpclient;

/**
 * The filter of a server excludes the tool; nothing was sent.
 */
public class McpToolNotAllowedException extends McpClientException {

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param toolName the tool
	 */
	public McpToolNotAllowedException(String serverName, String toolName) {
		this(serverName, toolName, "is excluded by the tool filter");
	}

	McpToolNotAllowedException(String serverName, String toolName, String reason) {
		super(serverName, "the tool '%s' %s".formatted(toolName, reason), null);
	}

}
