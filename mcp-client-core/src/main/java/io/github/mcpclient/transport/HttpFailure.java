package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Says in words why an HTTP exchange failed.
 */
final class HttpFailure {

	private static final Pattern HANDSHAKE = Pattern
		.compile("unrecognized SSL message|alert: .*(certificate|unknown_ca|handshake_failure|protocol_version)");

	private final String serverName;

	private final HttpTransportSettings settings;

	HttpFailure(String serverName, HttpTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
	}

	McpClientException of(IOException cause, OutgoingMessage message) {
		if (cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)) {
			return expired(message);
		}
		if (cause instanceof UnreadableAnswerException) {
			return new McpProtocolException(this.serverName,
					"%s answered %s with %s".formatted(this.settings.target(), message.method(), cause.getMessage()),
					cause);
		}
		McpConnectionException unsent = ofUnsent(cause);
		if (unsent != null) {
			return unsent;
		}
		return new McpConnectionException(this.serverName, broke("connection to", cause), cause, message.awaitsReply(),
				0);
	}

	/**
	 * A stream of events that ended with a failure.
	 */
	McpConnectionException ofStream(Throwable cause) {
		McpConnectionException unsent = ofUnsent(cause);
		return (unsent != null) ? unsent
				: new McpConnectionException(this.serverName, broke("stream of events from", cause), cause);
	}

	private String broke(String what, Throwable cause) {
		return "the %s %s broke: %s".formatted(what, this.settings.target(), cause.getMessage());
	}

	private @Nullable McpConnectionException ofUnsent(Throwable cause) {
		String target = this.settings.target();
		String problem = null;
		if (cause instanceof HttpConnectTimeoutException) {
			problem = "no connection to %s within %s".formatted(target,
					HttpClients.of(this.settings).connectTimeout().orElse(this.settings.connectTimeout()));
		}
		else if (causedBy(cause, UnresolvedAddressException.class) || causedBy(cause, UnknownHostException.class)) {
			problem = "the host of %s is unknown".formatted(target);
		}
		else if (causedBy(cause, ConnectException.class)) {
			problem = "nothing listens at %s (connection refused)".formatted(target);
		}
		else if (cause instanceof SSLException && isHandshake(cause)) {
			problem = "TLS with %s failed: %s".formatted(target, cause.getMessage());
		}
		return (problem != null) ? new McpConnectionException(this.serverName, problem, cause) : null;
	}

	/**
	 * Whether TLS failed before it carried a request. With TLS 1.3 an alert about the
	 * client's certificate comes after its handshake.
	 */
	private static boolean isHandshake(Throwable cause) {
		return cause instanceof SSLHandshakeException || cause instanceof SSLPeerUnverifiedException
				|| HANDSHAKE.matcher(String.valueOf(cause.getMessage())).find();
	}

	private static boolean causedBy(Throwable failure, Class<?> type) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (type.isInstance(cause)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The deadline passed, or the server was silent for too long.
	 */
	McpTimeoutException expired(OutgoingMessage message) {
		Duration waited = message.deadline().hasPassed() ? message.deadline().length() : this.settings.readTimeout();
		return new McpTimeoutException(this.serverName, message.method(), waited, message.awaitsReply());
	}

	McpInterruptedException interrupted(OutgoingMessage message) {
		return new McpInterruptedException(this.serverName, message.method(), message.awaitsReply());
	}

	McpConnectionException of(Refusal refusal, OutgoingMessage message) {
		String problem = this.settings.target() + " answered " + refusal.describe();
		if (refusal.status() == 401 || refusal.status() == 403) {
			return new McpAuthorizationException(this.serverName, problem, refusal.status(), refusal.challenge(),
					this.settings.credentials().canChange());
		}
		return McpConnectionException.refused(this.serverName, problem,
				message.awaitsReply() && refusal.outcomeUnknown(), refusal.status(), refusal.retryAfter());
	}

	McpConnectionException sessionLost(Refusal refusal) {
		return McpConnectionException.sessionLost(this.serverName,
				"the server no longer knows the session: %s answered %s".formatted(this.settings.target(),
						refusal.describe()),
				refusal.status());
	}

	McpConnectionException redirect(String problem, int status) {
		return McpConnectionException.refused(this.serverName, this.settings.target() + " " + problem, false, status,
				null);
	}

}
