package io.github.mcpclient;

import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;

/**
 * Hears what a server says without being asked; override what is of interest. Called one
 * notification of a server after the other, in their order, on a thread of the library. A
 * handler may block and may call the server; what it throws is logged and harms nothing.
 * Must be thread-safe if it serves several servers.
 */
public interface NotificationHandler {

	/**
	 * The server logs something.
	 * @param serverName the server
	 * @param notification level, logger and data
	 */
	default void logging(String serverName, LoggingMessageNotification notification) {
	}

	/**
	 * A request makes progress.
	 * @param serverName the server
	 * @param notification the request's progress token and how far it got
	 */
	default void progress(String serverName, ProgressNotification notification) {
	}

	/**
	 * The list of tools changed. The cached list is already marked stale.
	 * @param serverName the server
	 */
	default void toolsChanged(String serverName) {
	}

	/**
	 * The list of prompts changed.
	 * @param serverName the server
	 */
	default void promptsChanged(String serverName) {
	}

	/**
	 * The list of resources changed.
	 * @param serverName the server
	 */
	default void resourcesChanged(String serverName) {
	}

	/**
	 * A resource that was subscribed to changed.
	 * @param serverName the server
	 * @param uri the resource
	 */
	default void resourceUpdated(String serverName, String uri) {
	}

	/**
	 * Anything else the server sends.
	 * @param serverName the server
	 * @param method the notification's method
	 * @param params its parameters as the JSON mapper reads them, or {@code null}
	 */
	default void other(String serverName, String method, @Nullable Object params) {
	}

}
