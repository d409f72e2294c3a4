package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A stream of events that no thread waits for: they are handed on by the threads of the
 * HTTP client as they come.
 */
final class PushedEvents implements BodySubscriber<Boolean> {

	private final SseParser parser;

	private final CompletableFuture<Boolean> end = new CompletableFuture<>();

	private volatile @Nullable Subscription subscription;

	private volatile boolean delivered;

	private volatile boolean cancelled;

	PushedEvents(HttpTransportSettings settings, Consumer<SseEvent> events) {
		this.parser = new SseParser(settings.maxResponseSize(), (event) -> {
			this.delivered = true;
			events.accept(event);
		});
	}

	/**
	 * Handles an answer: {@code true} as its body stands for a stream of events that
	 * ended, {@code false} for an answer that was none.
	 */
	BodyHandler<Boolean> handler() {
		return (info) -> {
			boolean stream = info.statusCode() == 200 && info.headers()
				.firstValue("Content-Type")
				.filter((type) -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
				.isPresent();
			return stream ? this : BodySubscribers.replacing(false);
		};
	}

	Optional<String> lastEventId() {
		return this.parser.lastEventId();
	}

	OptionalLong retryMillis() {
		return this.parser.retryMillis();
	}

	boolean delivered() {
		return this.delivered;
	}

	void cancel() {
		this.cancelled = true;
		Subscription current = this.subscription;
		if (current != null) {
			current.cancel();
			this.end.complete(true);
		}
	}

	@Override
	public CompletionStage<Boolean> getBody() {
		return this.end;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		if (this.cancelled) {
			cancel();
		}
		else {
			subscription.request(1);
		}
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		Subscription current = this.subscription;
		try {
			for (ByteBuffer buffer : buffers) {
				this.parser.feed(buffer);
			}
			if (current != null) {
				current.request(1);
			}
		}
		catch (IOException ex) {
			cancel();
			onError(ex);
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.end.completeExceptionally(failure);
	}

	@Override
	public void onComplete() {
		this.end.complete(true);
	}

}
