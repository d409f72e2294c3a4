package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

import org.jspecify.annotations.Nullable;

/**
 * Collects a body up to a maximum size.
 */
final class WholeBody implements BodySubscriber<WholeBody.Bytes> {

	private final int maxSize;

	private final CompletableFuture<Bytes> body = new CompletableFuture<>();

	private final List<ByteBuffer> chunks = new ArrayList<>();

	private int size;

	private @Nullable Subscription subscription;

	WholeBody(int maxSize) {
		this.maxSize = maxSize;
	}

	@Override
	public CompletionStage<Bytes> getBody() {
		return this.body;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		subscription.request(Long.MAX_VALUE);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		for (ByteBuffer buffer : buffers) {
			this.size += buffer.remaining();
			this.chunks.add(buffer);
		}
		if (this.size > this.maxSize && this.subscription != null) {
			this.subscription.cancel();
			this.chunks.clear();
			onError(new IOException("the answer is larger than %d bytes".formatted(this.maxSize)));
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.body.completeExceptionally(failure);
	}

	@Override
	public void onComplete() {
		byte[] bytes = new byte[this.size];
		int position = 0;
		for (ByteBuffer chunk : this.chunks) {
			int length = chunk.remaining();
			chunk.get(bytes, position, length);
			position += length;
		}
		this.body.complete(new Bytes(bytes));
	}

	/**
	 * A whole body.
	 */
	record Bytes(byte[] bytes) implements HttpReply {

	}

}
