package io.github.mcpclient.transport;

import java.util.function.Supplier;

import io.github.mcpclient.McpTransport;
import io.github.mcpclient.McpTransportSettings;
import io.modelcontextprotocol.spec.McpClientTransport;

/**
 * A server reached over a transport written for the MCP SDK: in memory, over a WebSocket,
 * or whatever else. Immutable if the supplier is.
 */
public final class SdkTransportSettings implements McpTransportSettings {

	private final String kind;

	private final String target;

	private final Supplier<? extends McpClientTransport> transports;

	private SdkTransportSettings(String kind, String target, Supplier<? extends McpClientTransport> transports) {
		this.kind = kind;
		this.target = target;
		this.transports = transports;
	}

	/**
	 * Use a transport of the SDK.
	 * @param kind what to call the kind of transport, in lower case
	 * @param target what it leads to, without credentials
	 * @param transports makes a new transport for each connection
	 * @return the settings
	 */
	public static SdkTransportSettings of(String kind, String target,
			Supplier<? extends McpClientTransport> transports) {
		return new SdkTransportSettings(kind, target, transports);
	}

	@Override
	public String kind() {
		return this.kind;
	}

	@Override
	public String target() {
		return this.target;
	}

	@Override
	public McpTransport create(String serverName) {
		return new SdkTransport(serverName, this.transports.get());
	}

	@Override
	public String toString() {
		return "SdkTransportSettings[kind=%s, target=%s]".formatted(this.kind, this.target);
	}

}
