package io.github.mcpclient.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits a stream into lines of bytes, without their line ends. A line that is too long
 * is cut off at the limit and the rest of it skipped, so that memory stays bounded.
 */
final class LineReader {

	private static final Logger logger = LoggerFactory.getLogger(LineReader.class);

	private final InputStream stream;

	private final int maxLength;

	private final byte[] buffer = new byte[32 * 1024];

	private int position;

	private int limit;

	LineReader(InputStream stream, int maxLength) {
		this.stream = stream;
		this.maxLength = maxLength;
	}

	/**
	 * The next line, or {@code null} at the end of the stream.
	 */
	byte @Nullable [] next() throws IOException {
		ByteArrayOutputStream begun = null;
		while (true) {
			if (this.position == this.limit && !fill()) {
				return (begun != null) ? begun.toByteArray() : null;
			}
			int end = indexOfLineEnd();
			if (end >= 0 && begun == null) {
				byte[] line = Arrays.copyOfRange(this.buffer, this.position, withoutCarriageReturn(end));
				this.position = end + 1;
				return line;
			}
			begun = (begun != null) ? begun : new ByteArrayOutputStream(2 * this.buffer.length);
			append(begun, (end >= 0) ? end : this.limit);
			this.position = (end >= 0) ? end + 1 : this.limit;
			if (end >= 0) {
				return trimmed(begun.toByteArray());
			}
		}
	}

	private boolean fill() throws IOException {
		this.position = 0;
		this.limit = Math.max(this.stream.read(this.buffer), 0);
		return this.limit > 0;
	}

	private int indexOfLineEnd() {
		for (int i = this.position; i < this.limit; i++) {
			if (this.buffer[i] == '\n') {
				return i;
			}
		}
		return -1;
	}

	private int withoutCarriageReturn(int end) {
		return (end > this.position && this.buffer[end - 1] == '\r') ? end - 1 : end;
	}

	private void append(ByteArrayOutputStream line, int end) {
		int room = this.maxLength - line.size();
		if (end - this.position > room) {
			logger.debug("A line is longer than {} bytes; the rest is skipped", this.maxLength);
		}
		line.write(this.buffer, this.position, Math.max(0, Math.min(end - this.position, room)));
	}

	private static byte[] trimmed(byte[] line) {
		boolean carriageReturn = line.length > 0 && line[line.length - 1] == '\r';
		return carriageReturn ? Arrays.copyOf(line, line.length - 1) : line;
	}

}
