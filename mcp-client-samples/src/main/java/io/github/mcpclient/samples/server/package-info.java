/**
 * An MCP server to try the client with, written with the MCP SDK's server classes.
 */
@NullMarked
package io.github.mcpclient.samples.server;

import org.jspecify.annotations.NullMarked;
