package io.github.mcpclient;

import java.util.Map;

/**
 * Gives the credentials for the HTTP requests to a server. Called on the threads that
 * make the requests, by several at once; must be thread-safe.
 */
@FunctionalInterface
public interface McpAuthProvider {

	/**
	 * The headers of one request. Asked for each request, so an implementation keeps the
	 * token that it has got. Whatever it throws fails the request.
	 * @param serverName the name of the server
	 * @return values by name, usually one {@code Authorization}; empty for none
	 */
	Map<String, String> headers(String serverName);

	/**
	 * Get other credentials after the server refused the last ones. Called once for all
	 * requests that were refused meanwhile; each of them is then repeated once.
	 * @param refusal what the server said, its {@code WWW-Authenticate} header included
	 * @return whether {@link #headers} now gives credentials that are worth a try
	 */
	default boolean renew(McpAuthorizationException refusal) {
		return false;
	}

}
