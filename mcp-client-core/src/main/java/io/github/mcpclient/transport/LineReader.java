package io.github.mcpclient.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines of bytes, without their line ends. A line that is too long
 * is cut off at the limit, so that memory stays bounded; its rest can be read as a
 * stream.
 */
final class LineReader {

	private final InputStream stream;

	private final int maxLength;

	private final byte[] buffer = new byte[32 * 1024];

	private int position;

	private int limit;

	private boolean cut;

	LineReader(InputStream stream, int maxLength) {
		this.stream = stream;
		this.maxLength = maxLength;
	}

	/**
	 * The next line, or {@code null} at the end of the stream. What is left of the line
	 * before is skipped.
	 */
	byte @Nullable [] next() throws IOException {
		rest().transferTo(OutputStream.nullOutputStream());
		ByteArrayOutputStream begun = null;
		while (this.position < this.limit || fill()) {
			int end = endOfLineOrBuffer();
			boolean ended = end < this.limit;
			int length = end - this.position;
			if (begun == null && ended && length <= this.maxLength) {
				byte[] line = Arrays.copyOfRange(this.buffer, this.position, withoutCarriageReturn(end));
				this.position = end + 1;
				return line;
			}
			begun = (begun != null) ? begun : new ByteArrayOutputStream(2 * this.buffer.length);
			int taken = Math.min(length, this.maxLength - begun.size());
			begun.write(this.buffer, this.position, taken);
			this.position += taken;
			if (taken < length) {
				this.cut = true;
				return begun.toByteArray();
			}
			if (ended) {
				this.position++;
				return withoutCarriageReturn(begun.toByteArray());
			}
		}
		return (begun != null) ? begun.toByteArray() : null;
	}

	/**
	 * Whether the line returned last was too long.
	 */
	boolean isCut() {
		return this.cut;
	}

	/**
	 * What is left of the line returned last.
	 */
	InputStream rest() {
		return new Rest();
	}

	private boolean fill() throws IOException {
		this.position = 0;
		this.limit = Math.max(this.stream.read(this.buffer), 0);
		return this.limit > 0;
	}

	private int endOfLineOrBuffer() {
		int end = this.position;
		while (end < this.limit && this.buffer[end] != '\n') {
			end++;
		}
		return end;
	}

	private int withoutCarriageReturn(int end) {
		return (end > this.position && this.buffer[end - 1] == '\r') ? end - 1 : end;
	}

	private static byte[] withoutCarriageReturn(byte[] line) {
		boolean carriageReturn = line.length > 0 && line[line.length - 1] == '\r';
		return carriageReturn ? Arrays.copyOf(line, line.length - 1) : line;
	}

	private final class Rest extends InputStream {

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			LineReader lines = LineReader.this;
			if (!lines.cut || (lines.position == lines.limit && !fill())) {
				lines.cut = false;
				return -1;
			}
			int end = endOfLineOrBuffer();
			int taken = Math.min(length, end - lines.position);
			System.arraycopy(lines.buffer, lines.position, target, offset, taken);
			lines.position += taken;
			if (lines.position < lines.limit && lines.buffer[lines.position] == '\n') {
				lines.position++;
				lines.cut = false;
			}
			return (taken > 0 || length == 0) ? taken : -1;
		}

	}

}
