package io.github.mcpclient;

import java.util.Map;

/**
 * How the servers of a manager were doing after a lifecycle call. Immutable.
 */
record ServerViews(Map<String, McpServer> active, Map<String, McpServer> failed, Map<String, Throwable> errors) {
}
