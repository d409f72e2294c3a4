package io.github.mcpclient.transport;

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
final class SseParser implements ContentDecoder.Sink {

	private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

	private static final byte[] DATA = "data".getBytes(StandardCharsets.UTF_8);

	private static final byte[] EVENT = "event".getBytes(StandardCharsets.UTF_8);

	private static final byte[] ID = "id".getBytes(StandardCharsets.UTF_8);

	private static final byte[] RETRY = "retry".getBytes(StandardCharsets.UTF_8);

	private static final int LONGEST_RETRY = 9;

	/** How large an event that is left out may be, in multiples of the maximum. */
	private static final int MOST_SKIPPED = 10;

	private static final int BEGINNING = 1024;

	private final int maxSize;

	private final Consumer<SseEvent> events;

	/** Gets the beginning of an event that is too large; none: the stream fails. */
	private final @Nullable Consumer<byte[]> tooLarge;

	/** The beginning of a line whose end has not come yet. */
	private final ByteArray line = new ByteArray();

	private final ByteArray data = new ByteArray();

	private boolean firstLine = true;

	private boolean afterCarriageReturn;

	private boolean hasData;

	/** How many bytes of an event that is too large were left out, 0 if it is not. */
	private long skipped;

	/** Whether what is left out began a line. */
	private boolean skippingLine;

	private String type = SseEvent.MESSAGE;

	private @Nullable String idOfEvent;

	private volatile @Nullable String lastEventId;

	private volatile long retryMillis = -1;

	/**
	 * Create a parser of streams that fail where an event is larger than allowed.
	 */
	SseParser(int maxSize, Consumer<SseEvent> events) {
		this(maxSize, events, null);
	}

	/**
	 * Create a parser that leaves out events that are larger than allowed, up to ten
	 * times.
	 */
	SseParser(int maxSize, Consumer<SseEvent> events, @Nullable Consumer<byte[]> tooLarge) {
		this.maxSize = maxSize;
		this.events = events;
		this.tooLarge = tooLarge;
	}

	/**
	 * Begin with another stream that continues the one before: its last event stays
	 * known, one that was cut off is forgotten.
	 */
	void restart() {
		this.skipped = 0;
		this.line.clear();
		this.data.clear();
		this.hasData = false;
		this.firstLine = true;
		this.afterCarriageReturn = false;
		this.type = SseEvent.MESSAGE;
		this.idOfEvent = this.lastEventId;
	}

	/**
	 * Take the next bytes of the stream.
	 * @throws UnreadableAnswerException if an event is larger than allowed
	 */
	@Override
	public void accept(ByteBuffer bytes) throws IOException {
		byte[] chunk = new byte[bytes.remaining()];
		bytes.get(chunk);
		int start = 0;
		for (int i = 0; i < chunk.length; i++) {
			byte next = chunk[i];
			if (next == '\n' && this.afterCarriageReturn) {
				start = i + 1;
			}
			else if (next == '\n' || next == '\r') {
				endLine(chunk, start, i);
				start = i + 1;
			}
			this.afterCarriageReturn = (next == '\r');
		}
		if (start < chunk.length) {
			beginLine(chunk, start, chunk.length);
		}
	}

	private void beginLine(byte[] chunk, int from, int to) throws UnreadableAnswerException {
		if (this.skipped == 0 && fits(to - from)) {
			this.line.append(chunk, from, to);
		}
		else {
			skip(chunk, from, to);
			this.skippingLine = true;
		}
	}

	private boolean fits(int more) {
		return (long) this.line.length() + this.data.length() + more <= this.maxSize;
	}

	/**
	 * Leave out the rest of an event that is too large, or fail.
	 */
	private void skip(byte[] chunk, int from, int to) throws UnreadableAnswerException {
		boolean first = (this.skipped == 0);
		this.skipped += to - from;
		if (this.tooLarge == null || this.skipped > MOST_SKIPPED * (long) this.maxSize) {
			throw new UnreadableAnswerException("an event of more than %d bytes".formatted(this.maxSize));
		}
		if (first) {
			byte[] beginning = beginning(chunk, from, to);
			this.data.clear();
			this.line.clear();
			this.tooLarge.accept(beginning);
		}
	}

	/**
	 * The beginning of the data of an event, long enough to tell what it is.
	 */
	private byte[] beginning(byte[] chunk, int from, int to) {
		if (this.hasData) {
			return Arrays.copyOf(this.data.array(), this.data.length());
		}
		this.line.append(chunk, from, Math.min(to, from + BEGINNING));
		int start = Math.min(DATA.length + 1, this.line.length());
		return Arrays.copyOfRange(this.line.array(), start, this.line.length());
	}

	private void endSkip() {
		this.skipped = 0;
		this.hasData = false;
		this.type = SseEvent.MESSAGE;
	}

	Optional<String> lastEventId() {
		return Optional.ofNullable(this.lastEventId).filter((id) -> !id.isEmpty());
	}

	/**
	 * How long the server wants to be left alone before a reconnect, in milliseconds.
	 */
	OptionalLong retryMillis() {
		return (this.retryMillis >= 0) ? OptionalLong.of(this.retryMillis) : OptionalLong.empty();
	}

	private void endLine(byte[] chunk, int from, int to) throws UnreadableAnswerException {
		if (this.skipped > 0 && from == to && !this.skippingLine) {
			endSkip();
		}
		else if (this.skipped > 0 || !fits(to - from)) {
			skip(chunk, from, to);
			this.skippingLine = false;
		}
		else if (this.line.length() == 0) {
			wholeLine(chunk, from, to);
		}
		else {
			this.line.append(chunk, from, to);
			wholeLine(this.line.array(), 0, this.line.length());
			this.line.clear();
		}
	}

	private void wholeLine(byte[] bytes, int from, int to) {
		int start = from;
		if (this.firstLine) {
			this.firstLine = false;
			start += startsWith(BYTE_ORDER_MARK, bytes, from, to) ? BYTE_ORDER_MARK.length : 0;
		}
		if (start == to) {
			endEvent();
		}
		else {
			field(bytes, start, to);
		}
	}

	private void field(byte[] bytes, int from, int to) {
		int colon = from;
		while (colon < to && bytes[colon] != ':') {
			colon++;
		}
		int value = Math.min(colon + 1, to);
		if (value < to && bytes[value] == ' ') {
			value++;
		}
		if (is(DATA, bytes, from, colon)) {
			addData(bytes, value, to);
		}
		else if (is(EVENT, bytes, from, colon)) {
			this.type = text(bytes, value, to);
		}
		else if (is(ID, bytes, from, colon)) {
			setId(text(bytes, value, to));
		}
		else if (is(RETRY, bytes, from, colon)) {
			setRetry(text(bytes, value, to));
		}
		// else a comment, or a field of the future
	}

	private static boolean is(byte[] name, byte[] bytes, int from, int to) {
		return to - from == name.length && startsWith(name, bytes, from, to);
	}

	private static boolean startsWith(byte[] prefix, byte[] bytes, int from, int to) {
		return to - from >= prefix.length && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
	}

	private static String text(byte[] bytes, int from, int to) {
		return new String(bytes, from, to - from, StandardCharsets.UTF_8);
	}

	private void addData(byte[] bytes, int from, int to) {
		if (this.hasData) {
			this.data.append('\n');
		}
		this.hasData = true;
		this.data.append(bytes, from, to);
	}

	private void setId(String id) {
		if (id.indexOf('\0') < 0) {
			this.idOfEvent = id;
		}
	}

	private void setRetry(String millis) {
		boolean digits = !millis.isEmpty() && millis.length() <= LONGEST_RETRY
				&& millis.chars().allMatch((digit) -> digit >= '0' && digit <= '9');
		if (digits) {
			this.retryMillis = Long.parseLong(millis);
		}
	}

	private void endEvent() {
		this.lastEventId = this.idOfEvent;
		String endedType = this.type;
		this.type = SseEvent.MESSAGE;
		if (this.hasData) {
			byte[] endedData = Arrays.copyOf(this.data.array(), this.data.length());
			this.hasData = false;
			this.data.clear();
			this.events.accept(new SseEvent(endedType.isEmpty() ? SseEvent.MESSAGE : endedType, endedData));
		}
	}

}
