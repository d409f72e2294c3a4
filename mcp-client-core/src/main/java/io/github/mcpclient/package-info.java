/**
 * A client of MCP (Model Context Protocol) servers that stays usable whatever the servers
 * do. Start at {@link io.github.mcpclient.McpServer}.
 */
@NullMarked
package io.github.mcpclient;

import org.jspecify.annotations.NullMarked;
