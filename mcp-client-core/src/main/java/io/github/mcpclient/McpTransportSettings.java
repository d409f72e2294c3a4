package io.github.mcpclient;

/**
 * How a server is reached. Implemented by the settings in
 * {@code io.github.mcpclient.transport}; implementations are immutable and print no
 * credential.
 */
public interface McpTransportSettings {

	/**
	 * The kind of transport: {@code stdio}, {@code streamable-http}, {@code sse}, or a
	 * name of its own.
	 * @return a short lower-case name
	 */
	String kind();

	/**
	 * What the transport leads to, for a server without a name.
	 * @return the program or the URL, without arguments, user-info, query and fragment
	 */
	String target();

	/**
	 * Create the transport of one connection. Does no I/O.
	 * @param serverName the server that it is for
	 * @return a transport that has not been started
	 */
	McpTransport create(String serverName);

}
