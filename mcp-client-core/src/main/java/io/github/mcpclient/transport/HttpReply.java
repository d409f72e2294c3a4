package io.github.mcpclient.transport;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Optional;
import java.util.function.Function;

/**
 * The body of an answer, handed out as soon as the headers are there: whole, or a stream
 * of events that is read or pushed as it comes.
 */
sealed interface HttpReply extends BodySubscriber<HttpReply> permits AwaitedBody, PushedEvents {

	/**
	 * Stop reading. Costs the connection, unless the body has ended.
	 */
	void cancel();

	static boolean isEventStream(HttpHeaders headers) {
		return hasType(headers, "text/event-stream");
	}

	static boolean hasType(HttpHeaders headers, String wanted) {
		Optional<String> type = headers.firstValue("Content-Type");
		return type.isPresent() && type.get().regionMatches(true, 0, wanted, 0, wanted.length());
	}

	/**
	 * Tells the kinds apart, by status and content type.
	 *
	 * @param maxSize how large a whole body may be
	 * @param stream makes what takes a stream of events
	 */
	record Kinds(int maxSize, Function<ContentDecoder, HttpReply> stream) {

		BodySubscriber<HttpReply> subscriber(ResponseInfo info) {
			ContentDecoder decoder = ContentDecoder.of(info.headers());
			if (info.statusCode() / 100 != 2) {
				return WholeBody.ofRefusal(decoder);
			}
			return isEventStream(info.headers()) ? this.stream.apply(decoder) : new WholeBody(this.maxSize, decoder);
		}

	}

}
