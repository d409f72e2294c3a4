package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;

/**
 * Undoes the {@code Content-Encoding} of a body. None is asked for, but some servers and
 * proxies compress all the same.
 */
interface ContentDecoder {

	/** Nothing to undo. */
	ContentDecoder IDENTITY = (bytes, sink) -> sink.accept(bytes);

	/**
	 * Decode the next bytes of the body.
	 */
	void decode(ByteBuffer bytes, Sink sink) throws IOException;

	static ContentDecoder of(HttpHeaders headers) {
		String encoding = headers.firstValue("Content-Encoding").orElse("identity").strip();
		if (encoding.equalsIgnoreCase("identity")) {
			return IDENTITY;
		}
		if (encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip")) {
			return new GzipDecoder();
		}
		return (bytes, sink) -> {
			throw new UnreadableAnswerException("an answer in an encoding that was not asked for");
		};
	}

	/**
	 * Takes what is decoded.
	 */
	interface Sink {

		void accept(ByteBuffer bytes) throws IOException;

	}

}
