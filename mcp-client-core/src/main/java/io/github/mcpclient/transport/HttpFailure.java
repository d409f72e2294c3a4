package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;

import javax.net.ssl.SSLException;

import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Says in words why an HTTP exchange failed.
 */
final class HttpFailure {

	private static final int EXCERPT = 200;

	private final String serverName;

	private final HttpTransportSettings settings;

	HttpFailure(String serverName, HttpTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
	}

	McpClientException of(IOException cause, OutgoingMessage message) {
		String target = this.settings.target();
		if (cause instanceof HttpConnectTimeoutException) {
			return unsent("no connection to %s within %s".formatted(target, this.settings.connectTimeout()), cause);
		}
		if (cause instanceof HttpTimeoutException) {
			return new McpTimeoutException(this.serverName, message.method(), message.deadline().length(),
					message.awaitsReply());
		}
		if (causedBy(cause, ConnectException.class)) {
			return unsent(refused(cause), cause);
		}
		if (causedBy(cause, SSLException.class)) {
			return unsent("TLS with %s failed: %s".formatted(target, cause.getMessage()), cause);
		}
		return new McpConnectionException(this.serverName,
				"the connection to %s broke: %s".formatted(target, cause.getMessage()), cause, message.awaitsReply(),
				0);
	}

	McpConnectionException ofStream(Throwable cause) {
		String target = this.settings.target();
		if (causedBy(cause, ConnectException.class)) {
			return unsent(refused(cause), cause);
		}
		return unsent("the stream of events from %s broke: %s".formatted(target, cause.getMessage()), cause);
	}

	private McpConnectionException unsent(String problem, Throwable cause) {
		return new McpConnectionException(this.serverName, problem, cause);
	}

	private String refused(Throwable cause) {
		boolean unknownHost = causedBy(cause, UnresolvedAddressException.class)
				|| causedBy(cause, UnknownHostException.class);
		return (unknownHost ? "the host of %s is unknown" : "nothing listens at %s (connection refused)")
			.formatted(this.settings.target());
	}

	private static boolean causedBy(Throwable failure, Class<?> type) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (type.isInstance(cause)) {
				return true;
			}
		}
		return false;
	}

	McpConnectionException ofStatus(int status, byte[] body, @Nullable String challenge, boolean outcomeUnknown) {
		String problem = "%s answered HTTP status %d%s".formatted(this.settings.target(), status, excerpt(body));
		if (status == 401 || status == 403) {
			return new McpAuthorizationException(this.serverName, problem, status, challenge);
		}
		return new McpConnectionException(this.serverName, problem, null, outcomeUnknown && status >= 500, status);
	}

	private static String excerpt(byte[] body) {
		String text = new String(body, 0, Math.min(body.length, EXCERPT), StandardCharsets.UTF_8).strip();
		return (text.startsWith("{")) ? ": " + text : "";
	}

}
