package io.github.mcpclient.transport;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Locale;

/**
 * The body of an answer to a POST: whole, or a stream of events to be read.
 */
sealed interface HttpReply permits WholeBody.Bytes, EventStreamBody {

	/**
	 * Tells the two apart by status and content type.
	 */
	static BodyHandler<HttpReply> handler(int maxSize) {
		return (info) -> isEventStream(info) ? subscriber(new EventStreamBody()) : subscriber(new WholeBody(maxSize));
	}

	@SuppressWarnings("unchecked")
	private static BodySubscriber<HttpReply> subscriber(BodySubscriber<? extends HttpReply> subscriber) {
		return (BodySubscriber<HttpReply>) subscriber;
	}

	private static boolean isEventStream(ResponseInfo info) {
		return info.statusCode() / 100 == 2 && info.headers()
			.firstValue("Content-Type")
			.filter((type) -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
			.isPresent();
	}

}
