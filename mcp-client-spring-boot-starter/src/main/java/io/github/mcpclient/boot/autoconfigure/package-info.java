/**
 * Auto-configuration of MCP servers, and the properties that describe them.
 */
@NullMarked
package io.github.mcpclient.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
