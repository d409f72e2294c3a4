/**
 * MCP servers to test with.
 */
@NullMarked
package io.github.mcpclient.boot.server;

import org.jspecify.annotations.NullMarked;
