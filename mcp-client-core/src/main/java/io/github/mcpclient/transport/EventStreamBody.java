package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * A stream of events that the thread which sent the request reads as it comes. What it
 * has not yet read stays bounded: more is asked for when a chunk has been read.
 */
final class EventStreamBody extends AwaitedBody {

	private static final int CHUNKS_AHEAD = 8;

	private final ContentDecoder decoder;

	private final Queue<List<ByteBuffer>> chunks = new ConcurrentLinkedQueue<>();

	/** The end, or the failure. */
	private volatile @Nullable Object outcome;

	EventStreamBody(ContentDecoder decoder) {
		super(CHUNKS_AHEAD);
		this.decoder = decoder;
	}

	@Override
	public void onNext(List<ByteBuffer> buffers) {
		this.chunks.add(buffers);
		arrived();
	}

	@Override
	public void onError(Throwable failure) {
		this.outcome = failure;
		arrived();
	}

	@Override
	public void onComplete() {
		this.outcome = this;
		arrived();
	}

	/**
	 * Feed what has arrived to a parser; where that is nothing, wait until something
	 * arrives or for no particular reason.
	 * @return {@code false} at the end of the stream
	 */
	boolean readInto(SseParser parser, Patience patience) throws IOException, InterruptedException {
		attach();
		Object ended = this.outcome;
		List<ByteBuffer> next = this.chunks.poll();
		if (next != null) {
			for (ByteBuffer buffer : next) {
				this.decoder.decode(buffer, parser);
			}
			requestMore();
			return true;
		}
		if (ended instanceof Throwable failure) {
			throw asIOException(failure);
		}
		if (ended != null) {
			return false;
		}
		pause(patience);
		return true;
	}

}
