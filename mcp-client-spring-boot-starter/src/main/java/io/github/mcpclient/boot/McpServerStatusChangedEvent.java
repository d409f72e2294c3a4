package io.github.mcpclient.boot;

import io.github.mcpclient.McpServerStatus;

/**
 * The state of a server of the configuration changed. Published to the listeners of the
 * application context, in the order of the changes, on a thread of the library.
 * Immutable.
 *
 * @param serverName the server
 * @param status the status right after the change
 */
public record McpServerStatusChangedEvent(String serverName, McpServerStatus status) {
}
