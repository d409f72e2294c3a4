package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.mcpclient.OutgoingMessage;

/**
 * Makes HTTP requests of one server, on the thread of the caller where it waits anyway.
 * Follows redirects within the origin, and renews credentials once.
 */
final class HttpCalls {

	private final String serverName;

	private final HttpTransportSettings settings;

	private final HttpClient client;

	private final HttpFailure failure;

	private final Credentials credentials;

	private final Watchdog watchdog = new Watchdog();

	private final long longestSilenceNanos;

	private final HttpReply.Kinds awaited;

	HttpCalls(String serverName, HttpTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
		this.client = HttpClients.of(settings);
		this.failure = new HttpFailure(serverName, settings);
		this.credentials = settings.credentials();
		this.longestSilenceNanos = settings.readTimeout().isZero() ? Long.MAX_VALUE : settings.readTimeout().toNanos();
		this.awaited = new HttpReply.Kinds(settings.maxResponseSize(), EventStreamBody::new);
	}

	HttpFailure failure() {
		return this.failure;
	}

	/**
	 * How long to wait for more of the answer to a message.
	 */
	Patience patience(OutgoingMessage message) {
		return Patience.of(message, this.longestSilenceNanos);
	}

	/**
	 * A request to the server's URL with the configured headers and others.
	 */
	PreparedRequest prepare(String method, Map<String, String> headers) {
		return PreparedRequest.of(method, this.settings.requestUrl(), this.settings.headers()).with(headers);
	}

	/**
	 * Send and wait for the headers of the answer.
	 * @throws RuntimeException as the transport throws it; an answer that is no success
	 * is returned
	 */
	HttpResponse<HttpReply> send(PreparedRequest request, OutgoingMessage message) {
		return send(request, message, this.awaited);
	}

	/**
	 * Send and wait for the headers of the answer, which may begin a stream of events
	 * that is pushed.
	 */
	HttpResponse<HttpReply> send(PreparedRequest request, OutgoingMessage message,
			Function<ContentDecoder, HttpReply> stream) {
		return send(request, message, new HttpReply.Kinds(this.settings.maxResponseSize(), stream));
	}

	private HttpResponse<HttpReply> send(PreparedRequest request, OutgoingMessage message, HttpReply.Kinds kinds) {
		int generation = this.credentials.generation();
		HttpResponse<HttpReply> response = attempt(request, message, kinds);
		if (response.statusCode() / 100 != 2) {
			FollowUps followUps = followUps(message);
			PreparedRequest next = followUps.after(request, response, generation);
			while (next != null) {
				generation = this.credentials.generation();
				response = attempt(next, message, kinds);
				next = (response.statusCode() / 100 == 2) ? null : followUps.after(next, response, generation);
			}
		}
		return response;
	}

	FollowUps followUps(OutgoingMessage message) {
		return new FollowUps(this.failure, this.credentials, message);
	}

	int credentialsGeneration() {
		return this.credentials.generation();
	}

	private HttpResponse<HttpReply> attempt(PreparedRequest request, OutgoingMessage message, HttpReply.Kinds kinds) {
		HttpExchange exchange = new HttpExchange(message, this.longestSilenceNanos, kinds);
		boolean interrupted = false;
		this.watchdog.add(exchange);
		try {
			return this.client.send(this.credentials.addTo(request, this.serverName), exchange);
		}
		catch (IOException ex) {
			throw this.failure.of(ex, message);
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		finally {
			this.watchdog.remove(exchange);
			boolean expired = exchange.end();
			interrupted &= !expired;
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
		throw interrupted ? this.failure.interrupted(message) : this.failure.expired(message);
	}

	/**
	 * Send, and let threads of the HTTP client receive the answer; the result is there
	 * with its headers, and cancelling it ends the request.
	 */
	CompletableFuture<HttpResponse<HttpReply>> sendAsync(PreparedRequest request,
			Function<ContentDecoder, HttpReply> stream) {
		return this.client.sendAsync(this.credentials.addTo(request, this.serverName),
				new HttpReply.Kinds(this.settings.maxResponseSize(), stream)::subscriber);
	}

	long longestSilenceNanos() {
		return this.longestSilenceNanos;
	}

}
