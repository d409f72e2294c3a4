package io.github.mcpclient;

import java.time.Duration;
import java.util.List;

/**
 * What a builder has collected about a server.
 */
record McpServerSettings(String name, McpTransportSettings transport, Duration initializationTimeout,
		Duration requestTimeout, Duration toolTimeout, ReconnectPolicy reconnect, Duration keepAlive,
		Duration shutdownTimeout, ClientFeatures features, List<McpServerListener> listeners) {

}
