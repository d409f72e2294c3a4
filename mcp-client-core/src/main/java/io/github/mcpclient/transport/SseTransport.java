package io.github.mcpclient.transport;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.OutgoingMessage;
import io.modelcontextprotocol.spec.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the older transport of two endpoints: all that the server says comes on one
 * stream of events, whose first event tells where to POST messages.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse">HTTP
 * with SSE</a>
 */
final class SseTransport implements McpTransport {

	private final String serverName;

	private final HttpTransportSettings settings;

	private final HttpCalls calls;

	/** The first event: where messages go, as the server writes it. */
	private final CompletableFuture<String> endpoint = new CompletableFuture<>();

	private volatile @Nullable Receiver receiver;

	private volatile @Nullable PushedEvents stream;

	/** A message without its content. */
	private volatile @Nullable PreparedRequest post;

	private volatile boolean closed;

	SseTransport(String serverName, HttpTransportSettings settings, HttpCalls calls) {
		this.serverName = serverName;
		this.settings = settings;
		this.calls = calls;
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.receiver = receiver;
		SseParser parser = new SseParser(this.settings.maxResponseSize(), this::received,
				(beginning) -> SseEvent.refuse(beginning, receiver, this.settings.maxResponseSize()));
		Bodiless opening = new Bodiless("the stream of events", deadline);
		HttpResponse<HttpReply> response = this.calls.send(
				this.calls.prepare("GET", Map.of(HttpHeaders.ACCEPT, "text/event-stream")), opening,
				(decoder) -> new PushedEvents(decoder, parser));
		PushedEvents opened = events(response, opening);
		this.stream = opened;
		opened.endWhenSilentFor(this.calls.longestSilenceNanos());
		opened.end().whenComplete((end, failure) -> ended(failure));
		try {
			if (this.closed) {
				throw new McpConnectionException(this.serverName, "closed", null);
			}
			this.post = post(response.uri(), awaitEndpoint(opening));
		}
		catch (McpClientException ex) {
			opened.cancel();
			throw ex;
		}
	}

	private PushedEvents events(HttpResponse<HttpReply> response, Bodiless opening) {
		if (response.body() instanceof PushedEvents events) {
			return events;
		}
		if (response.statusCode() / 100 != 2) {
			throw this.calls.failure().of(Refusal.of(response), opening);
		}
		response.body().cancel();
		throw new McpProtocolException(this.serverName,
				"%s answered with HTTP status %d and content of type '%s' instead of a stream of events".formatted(
						this.settings.target(), response.statusCode(),
						response.headers().firstValue(HttpHeaders.CONTENT_TYPE).orElse("")),
				null);
	}

	private String awaitEndpoint(Bodiless opening) {
		try {
			return this.endpoint.get(opening.deadline().remainingNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw this.calls.failure().interrupted(opening);
		}
		catch (TimeoutException ex) {
			throw this.calls.failure().expired(opening);
		}
		catch (ExecutionException ex) {
			throw (McpClientException) ex.getCause();
		}
	}

	/**
	 * Messages, with the credentials in their headers, go to the origin of the stream
	 * only.
	 */
	private PreparedRequest post(URI base, String reference) {
		URI target;
		try {
			target = Origin.resolve(base, reference);
		}
		catch (IllegalArgumentException ex) {
			throw wrongEndpoint();
		}
		if (!Origin.of(target).equals(Origin.of(base))) {
			throw wrongEndpoint();
		}
		return this.calls.prepare("POST", Map.of(HttpHeaders.CONTENT_TYPE, "application/json")).to(target);
	}

	private McpConnectionException wrongEndpoint() {
		return McpConnectionException.unrecoverable(this.serverName,
				"the server names an endpoint for messages that is not of its own origin", null);
	}

	private void ended(@Nullable Throwable failure) {
		McpConnectionException cause = (failure != null) ? this.calls.failure().ofStream(failure)
				: new McpConnectionException(this.serverName, "the server ended the stream of events", null);
		this.endpoint.completeExceptionally(cause);
		lost(cause);
	}

	private void lost(McpConnectionException cause) {
		Receiver current = this.receiver;
		if (current != null && !this.closed) {
			current.lost(cause);
		}
	}

	private void received(SseEvent event) {
		Receiver current = this.receiver;
		if (event.type().equals("endpoint")) {
			this.endpoint.complete(new String(event.data(), StandardCharsets.UTF_8).strip());
		}
		else if (event.isMessage() && current != null && !this.closed) {
			current.message(event.data());
		}
	}

	@Override
	public void protocolVersion(String version) {
		PreparedRequest current = this.post;
		if (current != null) {
			this.post = current.with(Map.of(HttpHeaders.PROTOCOL_VERSION, version));
		}
	}

	@Override
	public void send(OutgoingMessage message) {
		PreparedRequest current = this.post;
		if (this.closed || current == null) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		boolean request = message.awaitsReply();
		try {
			post(current, message);
		}
		catch (McpClientException ex) {
			// the reply can be there before the POST is answered
			if (!request || message.awaitsReply()) {
				throw ex;
			}
		}
	}

	private void post(PreparedRequest prepared, OutgoingMessage message) {
		HttpResponse<HttpReply> response = this.calls.send(prepared.with(message.json()), message);
		if (response.statusCode() / 100 != 2) {
			Refusal refusal = Refusal.of(response);
			if (refusal.losesSession()) {
				McpConnectionException failure = this.calls.failure().sessionLost(refusal);
				lost(failure);
				throw failure;
			}
			throw this.calls.failure().of(refusal, message);
		}
		if (response.body() instanceof WholeBody body) {
			body.awaitBriefly();
		}
		else {
			response.body().cancel();
		}
	}

	@Override
	public void close(Duration timeout) {
		this.closed = true;
		PushedEvents current = this.stream;
		if (current != null) {
			current.cancel();
		}
	}

}
