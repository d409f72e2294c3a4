package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.OutgoingMessage;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks streamable HTTP: each message is a POST, whose answer holds the reply, as JSON
 * or as a stream of events; what the server says unasked comes on a stream of its own.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http">Streamable
 * HTTP</a>
 */
final class StreamableHttpTransport implements McpTransport {

	private static final Duration TERMINATION_TIMEOUT = Duration.ofSeconds(2);

	/** How long to wait for the end of a stream whose reply is there already. */
	private static final long END_OF_STREAM_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private final String serverName;

	private final HttpTransportSettings settings;

	private final HttpCalls calls;

	private final Logger logger;

	private volatile @Nullable Receiver receiver;

	private volatile @Nullable String sessionId;

	private volatile @Nullable String protocolVersion;

	private volatile @Nullable ListeningStream listening;

	private volatile boolean closed;

	StreamableHttpTransport(String serverName, HttpTransportSettings settings, HttpCalls calls) {
		this.serverName = serverName;
		this.settings = settings;
		this.calls = calls;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.receiver = receiver;
	}

	@Override
	public void protocolVersion(String version) {
		this.protocolVersion = version;
	}

	@Override
	public Optional<String> sessionId() {
		return Optional.ofNullable(this.sessionId);
	}

	@Override
	public void send(OutgoingMessage message) {
		if (this.closed) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		boolean request = message.awaitsReply();
		HttpResponse<HttpReply> response = this.calls.send(post(message), message);
		HttpReply reply = response.body();
		int status = response.statusCode();
		if (status / 100 != 2) {
			throw refused(response, request);
		}
		if (message.method().equals(McpSchema.METHOD_INITIALIZE)) {
			this.sessionId = response.headers().firstValue(HttpHeaders.MCP_SESSION_ID).orElse(null);
		}
		if (reply instanceof EventStreamBody stream) {
			readStream(stream, message);
		}
		else if (request && reply instanceof WholeBody.Bytes body) {
			deliverWhole(body.bytes(), response, message);
		}
		if (message.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
			listen();
		}
	}

	private HttpRequest.Builder post(OutgoingMessage message) {
		return inSession(this.calls.request(this.settings.url()))
			.setHeader(HttpHeaders.CONTENT_TYPE, "application/json")
			.setHeader(HttpHeaders.ACCEPT, "application/json, text/event-stream")
			.POST(BodyPublishers.ofByteArray(message.json()));
	}

	private HttpRequest.Builder inSession(HttpRequest.Builder request) {
		if (this.sessionId != null) {
			request.setHeader(HttpHeaders.MCP_SESSION_ID, this.sessionId);
		}
		if (this.protocolVersion != null) {
			request.setHeader(HttpHeaders.PROTOCOL_VERSION, this.protocolVersion);
		}
		return request;
	}

	private McpConnectionException refused(HttpResponse<HttpReply> response, boolean request) {
		byte[] body = (response.body() instanceof WholeBody.Bytes whole) ? whole.bytes() : new byte[0];
		McpConnectionException failure = this.calls.failure()
			.ofStatus(response.statusCode(), body, response.headers().firstValue("WWW-Authenticate").orElse(null),
					request);
		if (response.statusCode() == 404 && this.sessionId != null) {
			lost(new McpConnectionException(this.serverName, "the server no longer knows the session", failure, false,
					404));
		}
		return failure;
	}

	private void deliverWhole(byte[] body, HttpResponse<?> response, OutgoingMessage message) {
		String type = response.headers().firstValue(HttpHeaders.CONTENT_TYPE).orElse("").toLowerCase(Locale.ROOT);
		if (body.length == 0 || !type.startsWith("application/json")) {
			throw new McpProtocolException(this.serverName,
					"%s answered %s with HTTP status %d and %s instead of JSON".formatted(this.settings.target(),
							message.method(), response.statusCode(),
							(body.length == 0) ? "nothing" : "content of type '" + type + "'"),
					null);
		}
		deliver(body);
		if (message.awaitsReply()) {
			throw new McpProtocolException(this.serverName, "%s answered %s with JSON that is not its reply"
				.formatted(this.settings.target(), message.method()), null);
		}
	}

	private void readStream(EventStreamBody stream, OutgoingMessage message) {
		SseParser parser = new SseParser(this.settings.maxResponseSize(), this::deliver);
		boolean ended = false;
		boolean request = message.awaitsReply();
		try {
			while (!ended && (!request || message.awaitsReply())) {
				ended = !stream.readInto(parser, patience(message));
			}
			if (request && message.awaitsReply()) {
				throw new McpConnectionException(this.serverName,
						"the answer to %s ended without a reply".formatted(message.method()), null, true, 0);
			}
			while (!ended) {
				ended = !stream.readInto(parser, END_OF_STREAM_NANOS);
			}
		}
		catch (IOException ex) {
			if (!request || message.awaitsReply()) {
				throw this.calls.failure().of(ex, message);
			}
			this.logger.debug("A stream of events did not end with its reply", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			if (!request || message.awaitsReply()) {
				throw new McpInterruptedException(this.serverName, message.method(), true);
			}
		}
		finally {
			if (!ended) {
				stream.close();
			}
		}
	}

	private long patience(OutgoingMessage message) throws HttpTimeoutException {
		long left = message.deadline().remainingNanos();
		if (left <= 0) {
			throw new HttpTimeoutException("no reply in time");
		}
		return this.settings.readTimeout().isZero() ? left : Math.min(left, this.settings.readTimeout().toNanos());
	}

	private void deliver(SseEvent event) {
		if (event.isMessage()) {
			deliver(event.data());
		}
	}

	private void deliver(byte[] json) {
		Receiver current = this.receiver;
		if (current != null && !this.closed) {
			current.message(json);
		}
	}

	private void lost(McpConnectionException cause) {
		Receiver current = this.receiver;
		if (current != null) {
			current.lost(cause);
		}
	}

	private void listen() {
		ListeningStream stream = new ListeningStream(this.serverName, this.calls, this.settings, this::deliver,
				() -> inSession(this.calls.request(this.settings.url())));
		this.listening = stream;
		stream.open();
	}

	@Override
	public void close(Duration timeout) {
		this.closed = true;
		ListeningStream stream = this.listening;
		if (stream != null) {
			stream.close();
		}
		String session = this.sessionId;
		if (session != null && this.settings.terminateOnClose()) {
			terminate((timeout.compareTo(TERMINATION_TIMEOUT) < 0) ? timeout : TERMINATION_TIMEOUT);
		}
		this.sessionId = null;
	}

	private void terminate(Duration timeout) {
		HttpRequest delete = inSession(this.calls.request(this.settings.url())).DELETE().build();
		try {
			int status = this.calls.sendAsync(delete, BodyHandlers.discarding())
				.get(timeout.toMillis(), TimeUnit.MILLISECONDS)
				.statusCode();
			this.logger.debug("Ended the session, HTTP status {}", status);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | CompletionException | TimeoutException ex) {
			this.logger.debug("Could not end the session", ex);
		}
	}

}
