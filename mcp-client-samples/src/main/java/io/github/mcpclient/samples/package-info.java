/**
 * An application that uses MCP servers: what to copy.
 */
@NullMarked
package io.github.mcpclient.samples;

import org.jspecify.annotations.NullMarked;
