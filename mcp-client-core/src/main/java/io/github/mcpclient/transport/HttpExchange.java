package io.github.mcpclient.transport;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

import io.github.mcpclient.OutgoingMessage;

/**
 * One request and the beginning of its answer, waited for by the thread that creates
 * this. Interrupting that thread is the only way to end {@code HttpClient.send}.
 */
final class HttpExchange implements BodyHandler<HttpReply> {

	private final Thread caller = Thread.currentThread();

	private final long start = System.nanoTime();

	private final OutgoingMessage message;

	private final long longestSilenceNanos;

	private final HttpReply.Kinds kinds;

	private boolean ended;

	private boolean expired;

	/**
	 * Begin an exchange.
	 * @param longestSilenceNanos how long the answer may take to begin
	 */
	HttpExchange(OutgoingMessage message, long longestSilenceNanos, HttpReply.Kinds kinds) {
		this.message = message;
		this.longestSilenceNanos = longestSilenceNanos;
		this.kinds = kinds;
	}

	@Override
	public BodySubscriber<HttpReply> apply(ResponseInfo info) {
		return this.kinds.subscriber(info);
	}

	long remainingNanos() {
		long left = this.message.deadline().remainingNanos();
		return (this.longestSilenceNanos == Long.MAX_VALUE) ? left
				: Math.min(left, this.longestSilenceNanos - (System.nanoTime() - this.start));
	}

	/**
	 * End the wait, unless an interrupt of somebody else's is about to.
	 */
	synchronized void expire() {
		if (!this.ended && !this.expired && !this.caller.isInterrupted()) {
			this.expired = true;
			this.caller.interrupt();
		}
	}

	/**
	 * Leave the exchange, on the thread that waited. Takes back the interrupt of
	 * {@link #expire}.
	 * @return whether the exchange expired
	 */
	synchronized boolean end() {
		this.ended = true;
		if (this.expired) {
			Thread.interrupted();
		}
		return this.expired;
	}

}
