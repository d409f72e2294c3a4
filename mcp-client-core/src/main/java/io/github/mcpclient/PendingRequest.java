package io.github.mcpclient;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request whose reply a thread waits for. Created by that thread, which alone calls
 * {@link #await}; answered by any.
 */
final class PendingRequest implements OutgoingMessage {

	private static final byte[] NOTHING = {};

	private final Thread caller = Thread.currentThread();

	private final String serverName;

	private final long id;

	private final @Nullable Object progressToken;

	private final String method;

	private byte[] json;

	private final Deadline deadline;

	private final @Nullable Progress progress;

	/** Whether the caller is in the transport, which may end the request by itself. */
	private boolean sending;

	private boolean interrupted;

	private volatile boolean answered;

	/** A {@link JsonRpcMessage} or a {@link McpClientException}, once there is one. */
	private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

	PendingRequest(String serverName, long id, McpRequest<?> request, byte[] json, Deadline deadline) {
		this.serverName = serverName;
		this.id = id;
		this.progressToken = request.progressToken();
		this.method = request.method();
		this.json = json;
		this.deadline = deadline;
		this.progress = (request.progressListener() != null) ? new Progress(serverName, request.progressListener())
				: null;
	}

	@Override
	public byte[] json() {
		return this.json;
	}

	@Override
	public String method() {
		return this.method;
	}

	@Override
	public Deadline deadline() {
		return this.deadline;
	}

	@Override
	public boolean awaitsReply() {
		return this.outcome.get() == null;
	}

	@Override
	public boolean isAnswered() {
		return this.answered;
	}

	void answer(JsonRpcMessage reply) {
		this.answered = true;
		end(reply);
	}

	/**
	 * Fail for what is wrong with the answer.
	 */
	void answer(McpProtocolException failure) {
		this.answered = true;
		end(failure);
	}

	/**
	 * Let the transport send this, on the thread of the caller.
	 */
	void sendOver(McpTransport transport) {
		synchronized (this) {
			this.sending = true;
		}
		try {
			transport.send(this);
		}
		finally {
			synchronized (this) {
				this.sending = false;
				if (this.interrupted) {
					Thread.interrupted();
				}
			}
		}
	}

	/**
	 * Fail, unless the transport is busy with this: it knows better how that ends.
	 */
	synchronized void failUnlessSending(McpClientException failure) {
		if (!this.sending) {
			end(failure);
		}
	}

	/**
	 * Fail, wherever the caller is.
	 */
	synchronized void abort(McpClientException failure) {
		end(failure);
		if (this.sending) {
			this.interrupted = true;
			this.caller.interrupt();
		}
	}

	/**
	 * Throw what this was aborted with, if it was.
	 */
	void throwIfAborted() {
		if (this.outcome.get() instanceof McpClientException failure) {
			throw failure;
		}
	}

	/**
	 * Whether a token of a progress notification is that of this request. Servers change
	 * the type of tokens.
	 */
	boolean reportsUnder(Object token) {
		return (this.progressToken != null) ? String.valueOf(this.progressToken).equals(String.valueOf(token))
				: Long.toString(this.id).equals(String.valueOf(token));
	}

	void progress(ProgressNotification notification) {
		this.deadline.restart();
		if (this.progress != null) {
			this.progress.queue.add(notification);
			if (Thread.currentThread() == this.caller) {
				// the caller reads its reply by itself and hears of progress meanwhile
				this.progress.report();
			}
			else {
				LockSupport.unpark(this.caller);
			}
		}
	}

	/**
	 * Wait for the reply, telling the listener of progress meanwhile.
	 */
	JsonRpcMessage await() {
		Object ended = this.outcome.get();
		while (ended == null) {
			reportProgress();
			if (Thread.interrupted()) {
				Thread.currentThread().interrupt();
				throw new McpInterruptedException(this.serverName, this.method, true);
			}
			long left = this.deadline.remainingNanos();
			if (left <= 0) {
				throw new McpTimeoutException(this.serverName, this.method, this.deadline.length(), true);
			}
			ended = this.outcome.get();
			if (ended == null && (this.progress == null || this.progress.queue.isEmpty())) {
				LockSupport.parkNanos(this, left);
				ended = this.outcome.get();
			}
		}
		reportProgress();
		if (ended instanceof McpClientException failure) {
			throw failure;
		}
		return (JsonRpcMessage) ended;
	}

	/**
	 * End for good, and let go of request and reply: a transport may remember this
	 * longer.
	 */
	void release() {
		this.json = NOTHING;
		this.outcome.set(NOTHING);
	}

	private void end(Object result) {
		if (this.outcome.compareAndSet(null, result)) {
			wakeCaller();
		}
	}

	private void wakeCaller() {
		if (Thread.currentThread() != this.caller) {
			LockSupport.unpark(this.caller);
		}
	}

	private void reportProgress() {
		if (this.progress != null) {
			this.progress.report();
		}
	}

	private record Progress(String serverName, Consumer<ProgressNotification> listener,
			Queue<ProgressNotification> queue) {

		Progress(String serverName, Consumer<ProgressNotification> listener) {
			this(serverName, listener, new ConcurrentLinkedQueue<>());
		}

		void report() {
			for (ProgressNotification next = this.queue.poll(); next != null; next = this.queue.poll()) {
				try {
					this.listener.accept(next);
				}
				catch (RuntimeException ex) {
					Logger logger = LoggerFactory.getLogger("mcp.server." + this.serverName);
					logger.warn("A progress listener failed: {}", ex.toString());
					logger.debug("The failure in full", ex);
				}
			}
		}

	}

}
