package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Collects a body up to a maximum size, which holds before and after decoding.
 */
final class WholeBody extends AwaitedBody {

	private static final int MAX_REFUSAL = 64 * 1024;

	private static final long BRIEFLY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final Object COMPLETE = new Object();

	private final int maxSize;

	/** Whether the rest of what is larger is left out, instead of failing. */
	private final boolean truncate;

	private final ContentDecoder decoder;

	private final List<ByteBuffer> chunks = new ArrayList<>(2);

	private int size;

	/** {@link #COMPLETE}, or the failure; publishes the chunks to the reader. */
	private volatile @Nullable Object outcome;

	private byte @Nullable [] content;

	WholeBody(int maxSize, ContentDecoder decoder) {
		this(maxSize, false, decoder);
	}

	private WholeBody(int maxSize, boolean truncate, ContentDecoder decoder) {
		super(Long.MAX_VALUE);
		this.maxSize = maxSize;
		this.truncate = truncate;
		this.decoder = decoder;
	}

	/**
	 * The body of an answer that is no success: of interest for its beginning only.
	 */
	static WholeBody ofRefusal(ContentDecoder decoder) {
		return new WholeBody(MAX_REFUSAL, true, decoder);
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		if (this.outcome != null) {
			return;
		}
		for (ByteBuffer buffer : buffers) {
			this.chunks.add(buffer);
			this.size += buffer.remaining();
			if (this.size > this.maxSize) {
				cancel();
				end(this.truncate ? COMPLETE : tooLarge());
				return;
			}
		}
		arrived();
	}

	@Override
	public void onError(Throwable failure) {
		end(this.truncate ? COMPLETE : failure);
	}

	@Override
	public void onComplete() {
		end(COMPLETE);
	}

	private void end(Object how) {
		if (this.outcome == null) {
			this.outcome = how;
		}
		arrived();
	}

	private IOException tooLarge() {
		return new UnreadableAnswerException("more than %d bytes".formatted(this.maxSize));
	}

	/**
	 * Wait for the end of the body. A body that is not there in time is cancelled.
	 */
	byte[] await(Patience patience) throws IOException, InterruptedException {
		attach();
		boolean complete = false;
		try {
			while (this.outcome == null) {
				pause(patience);
			}
			complete = true;
		}
		finally {
			if (!complete) {
				cancel();
			}
		}
		if (this.outcome instanceof Throwable failure) {
			throw asIOException(failure);
		}
		byte[] known = this.content;
		if (known == null) {
			known = (this.decoder == ContentDecoder.IDENTITY) ? joined() : decoded();
			this.content = known;
		}
		return known;
	}

	/**
	 * Wait a moment for the end of a body that should be empty: the connection is kept
	 * only if the body is read.
	 * @return the body, or nothing if it does not come
	 */
	byte[] awaitBriefly() {
		try {
			return await(Patience.of(BRIEFLY_NANOS));
		}
		catch (IOException ex) {
			return new byte[0];
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return new byte[0];
		}
	}

	private byte[] joined() {
		byte[] bytes = new byte[this.size];
		int position = 0;
		for (ByteBuffer chunk : this.chunks) {
			int length = chunk.remaining();
			chunk.get(bytes, position, length);
			position += length;
		}
		return bytes;
	}

	private byte[] decoded() throws IOException {
		ByteArray bytes = new ByteArray();
		for (ByteBuffer chunk : this.chunks) {
			this.decoder.decode(chunk, (decoded) -> {
				if (bytes.length() + decoded.remaining() > this.maxSize) {
					throw tooLarge();
				}
				bytes.append(decoded);
			});
		}
		return Arrays.copyOf(bytes.array(), bytes.length());
	}

}
