package io.github.mcpclient.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of an event stream as they come and gives out events. Splits lines
 * before it decodes, so that a packet may end anywhere. Not thread-safe.
 *
 * @see <a href=
 * "https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation">Interpreting
 * an event stream</a>
 */
final class SseParser {

	private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

	private static final String MESSAGE = "message";

	private final int maxSize;

	private final Consumer<SseEvent> events;

	private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);

	private final ByteArrayOutputStream data = new ByteArrayOutputStream(512);

	private boolean firstLine = true;

	private boolean afterCarriageReturn;

	private boolean hasData;

	private String type = MESSAGE;

	private @Nullable String idOfEvent;

	private @Nullable String lastEventId;

	private long retryMillis = -1;

	SseParser(int maxSize, Consumer<SseEvent> events) {
		this.maxSize = maxSize;
		this.events = events;
	}

	/**
	 * Take the next bytes of the stream.
	 * @throws IOException if an event is larger than allowed
	 */
	void feed(ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			byte next = bytes.get();
			boolean skip = this.afterCarriageReturn && next == '\n';
			this.afterCarriageReturn = (next == '\r');
			if (skip) {
				continue;
			}
			if (next == '\n' || next == '\r') {
				endLine();
			}
			else {
				this.line.write(next);
				if (this.line.size() + this.data.size() > this.maxSize) {
					throw new IOException("an event is larger than %d bytes".formatted(this.maxSize));
				}
			}
		}
	}

	Optional<String> lastEventId() {
		return Optional.ofNullable(this.lastEventId);
	}

	/**
	 * How long the server wants to be left alone before a reconnect, in milliseconds.
	 */
	OptionalLong retryMillis() {
		return (this.retryMillis >= 0) ? OptionalLong.of(this.retryMillis) : OptionalLong.empty();
	}

	private void endLine() {
		byte[] bytes = this.line.toByteArray();
		this.line.reset();
		int start = 0;
		if (this.firstLine) {
			this.firstLine = false;
			boolean marked = bytes.length >= 3 && Arrays.equals(bytes, 0, 3, BYTE_ORDER_MARK, 0, 3);
			start = marked ? 3 : 0;
		}
		if (start == bytes.length) {
			endEvent();
		}
		else {
			field(bytes, start);
		}
	}

	private void field(byte[] bytes, int start) {
		int colon = start;
		while (colon < bytes.length && bytes[colon] != ':') {
			colon++;
		}
		String name = new String(bytes, start, colon - start, StandardCharsets.UTF_8);
		int from = Math.min(colon + 1, bytes.length);
		if (from < bytes.length && bytes[from] == ' ') {
			from++;
		}
		switch (name) {
			case "data" -> addData(bytes, from);
			case "event" -> this.type = text(bytes, from);
			case "id" -> setId(text(bytes, from));
			case "retry" -> setRetry(text(bytes, from));
			default -> {
				// a comment, or a field of the future
			}
		}
	}

	private static String text(byte[] bytes, int from) {
		return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
	}

	private void addData(byte[] bytes, int from) {
		if (this.hasData) {
			this.data.write('\n');
		}
		this.hasData = true;
		this.data.write(bytes, from, bytes.length - from);
	}

	private void setId(String id) {
		if (id.indexOf('\0') < 0) {
			this.idOfEvent = id;
		}
	}

	private void setRetry(String millis) {
		if (millis.length() <= 9 && millis.chars().allMatch((digit) -> digit >= '0' && digit <= '9')
				&& !millis.isEmpty()) {
			this.retryMillis = Long.parseLong(millis);
		}
	}

	private void endEvent() {
		if (this.idOfEvent != null) {
			this.lastEventId = this.idOfEvent;
		}
		boolean complete = this.hasData;
		SseEvent event = new SseEvent(this.type.isEmpty() ? MESSAGE : this.type, this.data.toByteArray());
		this.data.reset();
		this.hasData = false;
		this.type = MESSAGE;
		if (complete) {
			this.events.accept(event);
		}
	}

}
