package io.github.mcpclient.boot.autoconfigure;

import java.net.URI;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * Tells whether a URL leads to the web server of this application.
 */
final class OwnWebServer {

	private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

	private static final int DEFAULT_PORT = 8080;

	private OwnWebServer() {
	}

	/**
	 * Whether the web server of this application listens there, or will do so.
	 * @param url the URL of an MCP server, valid or not
	 * @param environment knows the port
	 * @return {@code true} if so
	 */
	static boolean isAt(@Nullable String url, Environment environment) {
		if (url == null) {
			return false;
		}
		try {
			URI uri = HttpValues.url(url);
			int configured = environment.getProperty("server.port", Integer.class, DEFAULT_PORT);
			int port = environment.getProperty("local.server.port", Integer.class, configured);
			return LOCAL_HOSTS.contains(uri.getHost()) && uri.getPort() == port;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
