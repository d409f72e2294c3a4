/**
 * Health of MCP servers.
 */
@NullMarked
package io.github.mcpclient.boot.health;

import org.jspecify.annotations.NullMarked;
