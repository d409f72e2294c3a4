package io.github.mcpclient;

import java.time.Duration;

/**
 * What a builder has collected about a server.
 */
record McpServerSettings(String name, McpTransportSettings transport, Duration initializationTimeout,
		Duration requestTimeout, Duration toolTimeout, ReconnectPolicy reconnect, Duration keepAlive,
		Duration shutdownTimeout, ClientFeatures features) {

}
