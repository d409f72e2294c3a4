package io.github.mcpclient;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The server refused the credentials: HTTP status 401 or 403.
 */
public class McpAuthorizationException extends McpConnectionException {

	private final @Nullable String challenge;

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param httpStatus 401 or 403
	 * @param challenge the value of the {@code WWW-Authenticate} header, if there was one
	 */
	public McpAuthorizationException(String serverName, String problem, int httpStatus, @Nullable String challenge) {
		this(serverName, problem, httpStatus, challenge, false);
	}

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param problem what went wrong, without the server's name
	 * @param httpStatus 401 or 403
	 * @param challenge the value of the {@code WWW-Authenticate} header, if there was one
	 * @param recoverable whether the credentials may be others the next time
	 */
	public McpAuthorizationException(String serverName, String problem, int httpStatus, @Nullable String challenge,
			boolean recoverable) {
		super(serverName, problem, null, false, httpStatus, recoverable);
		this.challenge = challenge;
	}

	/**
	 * What the server asks for.
	 * @return the value of the {@code WWW-Authenticate} header
	 */
	public Optional<String> challenge() {
		return Optional.ofNullable(this.challenge);
	}

}
