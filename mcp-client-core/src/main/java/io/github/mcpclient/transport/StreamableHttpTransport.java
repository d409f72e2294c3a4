package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpClientException;
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

	private static final int ACCEPTED = 202;

	private final String serverName;

	private final HttpTransportSettings settings;

	private final HttpCalls calls;

	private final Logger logger;

	private volatile @Nullable Receiver receiver;

	private volatile @Nullable String sessionId;

	private volatile @Nullable String protocolVersion;

	/** A message without its content, as it is sent within the session. */
	private volatile PreparedRequest post;

	private volatile @Nullable ListeningStream listening;

	private volatile boolean sessionLost;

	private volatile boolean closed;

	StreamableHttpTransport(String serverName, HttpTransportSettings settings, HttpCalls calls) {
		this.serverName = serverName;
		this.settings = settings;
		this.calls = calls;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
		this.post = post();
	}

	String serverName() {
		return this.serverName;
	}

	boolean isClosed() {
		return this.closed;
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.receiver = receiver;
	}

	@Override
	public void protocolVersion(String version) {
		this.protocolVersion = version;
		this.post = post();
	}

	@Override
	public Optional<String> sessionId() {
		return this.closed ? Optional.empty() : Optional.ofNullable(this.sessionId);
	}

	private PreparedRequest post() {
		return inSession("POST", Map.of(HttpHeaders.CONTENT_TYPE, "application/json", HttpHeaders.ACCEPT,
				"application/json, text/event-stream"));
	}

	/**
	 * A request for a stream of events.
	 */
	PreparedRequest get() {
		return inSession("GET", Map.of(HttpHeaders.ACCEPT, "text/event-stream"));
	}

	private PreparedRequest inSession(String method, Map<String, String> headers) {
		Map<String, String> all = new LinkedHashMap<>(headers);
		String session = this.sessionId;
		if (session != null) {
			all.put(HttpHeaders.MCP_SESSION_ID, session);
		}
		String version = this.protocolVersion;
		if (version != null) {
			all.put(HttpHeaders.PROTOCOL_VERSION, version);
		}
		return this.calls.prepare(method, all);
	}

	@Override
	public void send(OutgoingMessage message) {
		if (this.closed) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		if (message.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
			sendInitialized(message);
			listen();
		}
		else {
			exchange(message);
		}
	}

	private void sendInitialized(OutgoingMessage message) {
		try {
			exchange(message);
		}
		catch (McpInterruptedException ex) {
			throw ex;
		}
		catch (McpClientException ex) {
			if (!this.settings.ignoreInitializedNotificationFailure()) {
				throw ex;
			}
			this.logger.debug("The server refused to be told that the client is initialized", ex);
		}
	}

	private void exchange(OutgoingMessage message) {
		boolean request = message.awaitsReply();
		HttpResponse<HttpReply> response = this.calls.send(this.post.with(message.json()), message);
		if (response.statusCode() / 100 != 2) {
			throw refused(response, message);
		}
		if (message.method().equals(McpSchema.METHOD_INITIALIZE)) {
			this.sessionId = response.headers().firstValue(HttpHeaders.MCP_SESSION_ID).orElse(null);
			this.post = post();
		}
		if (response.body() instanceof EventStreamBody stream) {
			SseParser parser = new SseParser(this.settings.maxResponseSize(), this::deliver);
			new ReplyStream(this, this.calls, message, parser).read(stream);
		}
		else if (response.body() instanceof WholeBody body) {
			boolean empty = !request || response.statusCode() == ACCEPTED;
			byte[] json = empty ? body.awaitBriefly() : content(body, message);
			if (request) {
				deliverReply(json, response, message);
			}
		}
	}

	private byte[] content(WholeBody body, OutgoingMessage message) {
		try {
			return body.await(this.calls.patience(message));
		}
		catch (IOException ex) {
			throw this.calls.failure().of(ex, message);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw this.calls.failure().interrupted(message);
		}
	}

	private void deliverReply(byte[] json, HttpResponse<?> response, OutgoingMessage message) {
		if (json.length == 0 || !HttpReply.hasType(response.headers(), "application/json")) {
			String type = response.headers().firstValue(HttpHeaders.CONTENT_TYPE).orElse("");
			throw new McpProtocolException(this.serverName,
					"%s answered %s with HTTP status %d and %s instead of JSON".formatted(this.settings.target(),
							message.method(), response.statusCode(),
							(json.length == 0) ? "nothing" : "content of type '" + type + "'"),
					null);
		}
		deliver(json);
		if (message.awaitsReply()) {
			throw new McpProtocolException(this.serverName, "%s answered %s with JSON that is not its reply"
				.formatted(this.settings.target(), message.method()), null);
		}
	}

	/**
	 * The failure that an answer without success stands for. The loss of the session is
	 * reported besides.
	 */
	McpConnectionException refused(HttpResponse<HttpReply> response, OutgoingMessage message) {
		Refusal refusal = Refusal.of(response);
		return (this.sessionId != null && refusal.losesSession()) ? lost(refusal)
				: this.calls.failure().of(refusal, message);
	}

	private McpConnectionException lost(Refusal refusal) {
		this.sessionLost = true;
		McpConnectionException failure = this.calls.failure().sessionLost(refusal);
		Receiver current = this.receiver;
		if (current != null) {
			current.lost(failure);
		}
		return failure;
	}

	private void deliver(SseEvent event) {
		if (event.isMessage()) {
			deliver(event.data());
		}
	}

	private void refuse(byte[] beginning) {
		Receiver current = this.receiver;
		if (current != null) {
			SseEvent.refuse(beginning, current, this.settings.maxResponseSize());
		}
	}

	private void deliver(byte[] json) {
		Receiver current = this.receiver;
		if (current != null) {
			current.message(json);
		}
	}

	private void listen() {
		ListeningStream stream = new ListeningStream(this.serverName, this.calls, this.settings.maxResponseSize(),
				this::deliver, this::refuse, this::get, this::lostWhileListening);
		this.listening = stream;
		stream.open();
		if (this.closed) {
			stream.close();
		}
	}

	private void lostWhileListening(Refusal refusal) {
		if (this.sessionId != null && refusal.losesSession()) {
			lost(refusal);
		}
	}

	@Override
	public void close(Duration timeout) {
		if (this.closed) {
			return;
		}
		this.closed = true;
		ListeningStream stream = this.listening;
		if (stream != null) {
			stream.close();
		}
		if (this.sessionId != null && !this.sessionLost && this.settings.terminateOnClose()) {
			terminate((timeout.compareTo(TERMINATION_TIMEOUT) < 0) ? timeout : TERMINATION_TIMEOUT);
		}
	}

	/**
	 * End the session on the server, also on a thread that was interrupted before.
	 */
	private void terminate(Duration timeout) {
		boolean interrupted = Thread.interrupted();
		Deadline deadline = Deadline.after(timeout.isZero() ? Duration.ofMillis(1) : timeout);
		Bodiless delete = new Bodiless("the end of the session", deadline);
		try {
			HttpResponse<HttpReply> response = this.calls.send(inSession("DELETE", Map.of()), delete);
			if (response.body() instanceof WholeBody body) {
				body.awaitBriefly();
			}
			else {
				response.body().cancel();
			}
			this.logger.debug("Ended the session, HTTP status {}", response.statusCode());
		}
		catch (McpClientException ex) {
			this.logger.debug("Could not end the session", ex);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
