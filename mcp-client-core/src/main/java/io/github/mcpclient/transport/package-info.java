/**
 * What carries messages to and from a server: a process spoken to over stdin and stdout,
 * streamable HTTP, HTTP with server-sent events, or a transport of the MCP SDK.
 */
@NullMarked
package io.github.mcpclient.transport;

import org.jspecify.annotations.NullMarked;
