package io.github.mcpclient.transport;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpTimeoutException;
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

	private final PushedEvents stream;

	private final CompletableFuture<URI> endpoint = new CompletableFuture<>();

	private volatile @Nullable Receiver receiver;

	private volatile boolean closed;

	SseTransport(String serverName, HttpTransportSettings settings, HttpCalls calls) {
		this.serverName = serverName;
		this.settings = settings;
		this.calls = calls;
		this.stream = new PushedEvents(settings, this::received);
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.receiver = receiver;
		HttpRequest get = this.calls.request(this.settings.url())
			.setHeader(HttpHeaders.ACCEPT, "text/event-stream")
			.GET()
			.build();
		this.calls.sendAsync(get, this.stream.handler()).whenComplete(this::ended);
		try {
			this.endpoint.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, "the stream of events", false);
		}
		catch (TimeoutException ex) {
			throw new McpTimeoutException(this.serverName, "the stream of events", deadline.length(), false);
		}
		catch (ExecutionException ex) {
			throw (McpClientException) ex.getCause();
		}
	}

	private void ended(@Nullable HttpResponse<Boolean> response, @Nullable Throwable failure) {
		McpConnectionException cause;
		if (response != null && !response.body()) {
			cause = this.calls.failure()
				.ofStatus(response.statusCode(), new byte[0],
						response.headers().firstValue("WWW-Authenticate").orElse(null), false);
		}
		else if (failure != null) {
			Throwable reason = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			cause = this.calls.failure().ofStream(reason);
		}
		else {
			cause = new McpConnectionException(this.serverName, "the server ended the stream of events", null);
		}
		this.endpoint.completeExceptionally(cause);
		Receiver current = this.receiver;
		if (current != null && !this.closed) {
			current.lost(cause);
		}
	}

	private void received(SseEvent event) {
		Receiver current = this.receiver;
		if (event.type().equals("endpoint")) {
			endpoint(new String(event.data(), StandardCharsets.UTF_8).strip());
		}
		else if (event.isMessage() && current != null && !this.closed) {
			current.message(event.data());
		}
	}

	/**
	 * Messages, with the credentials in their headers, go to the origin of the stream
	 * only.
	 */
	private void endpoint(String reference) {
		try {
			URI resolved = this.settings.url().resolve(reference);
			if (isSameOrigin(resolved, this.settings.url())) {
				this.endpoint.complete(resolved);
				return;
			}
		}
		catch (IllegalArgumentException ex) {
			// not a URI: refused like one of another origin
		}
		this.endpoint.completeExceptionally(McpConnectionException.unrecoverable(this.serverName,
				"the server names an endpoint for messages that is not of its own origin", null));
	}

	private static boolean isSameOrigin(URI one, URI other) {
		return Objects.equals(one.getScheme(), other.getScheme()) && Objects.equals(one.getHost(), other.getHost())
				&& one.getPort() == other.getPort();
	}

	@Override
	public void send(OutgoingMessage message) {
		if (this.closed) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		HttpRequest.Builder post = this.calls.request(this.endpoint.join())
			.setHeader(HttpHeaders.CONTENT_TYPE, "application/json")
			.POST(BodyPublishers.ofByteArray(message.json()));
		HttpResponse<HttpReply> response = this.calls.send(post, message);
		if (response.statusCode() / 100 != 2) {
			byte[] body = (response.body() instanceof WholeBody.Bytes whole) ? whole.bytes() : new byte[0];
			throw this.calls.failure()
				.ofStatus(response.statusCode(), body, response.headers().firstValue("WWW-Authenticate").orElse(null),
						message.awaitsReply());
		}
	}

	@Override
	public void close(Duration timeout) {
		this.closed = true;
		this.stream.cancel();
	}

}
