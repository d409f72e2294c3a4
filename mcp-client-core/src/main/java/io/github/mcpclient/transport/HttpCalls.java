package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.OutgoingMessage;

/**
 * Makes HTTP requests of one server, on the thread of the caller where it waits anyway.
 */
final class HttpCalls {

	private final String serverName;

	private final HttpTransportSettings settings;

	private final HttpClient client;

	private final HttpFailure failure;

	HttpCalls(String serverName, HttpTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
		this.client = HttpClients.of(settings);
		this.failure = new HttpFailure(serverName, settings);
	}

	HttpFailure failure() {
		return this.failure;
	}

	/**
	 * A request with the configured headers.
	 */
	HttpRequest.Builder request(URI url) {
		HttpRequest.Builder request = HttpRequest.newBuilder(url);
		this.settings.headers().forEach(request::header);
		return request;
	}

	/**
	 * Send and wait, until headers and body are there or, for a stream of events, the
	 * headers.
	 */
	HttpResponse<HttpReply> send(HttpRequest.Builder request, OutgoingMessage message) {
		long left = message.deadline().remainingNanos();
		if (left != Long.MAX_VALUE) {
			request.timeout(Duration.ofNanos(Math.max(left, 1)));
		}
		try {
			return this.client.send(request.build(), HttpReply.handler(this.settings.maxResponseSize()));
		}
		catch (IOException ex) {
			throw this.failure.of(ex, message);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, message.method(), message.awaitsReply());
		}
	}

	/**
	 * Send and let threads of the HTTP client receive the answer.
	 */
	<T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
		return this.client.sendAsync(request, handler);
	}

}
