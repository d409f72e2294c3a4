package io.github.mcpclient.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that become more, to be read in place.
 */
final class ByteArray {

	private static final int INITIAL = 512;

	private static final int KEPT = 64 * 1024;

	private byte[] bytes = new byte[INITIAL];

	private int length;

	int length() {
		return this.length;
	}

	/**
	 * The bytes, of which the first {@link #length()} count.
	 */
	byte[] array() {
		return this.bytes;
	}

	void append(int next) {
		reserve(1);
		this.bytes[this.length++] = (byte) next;
	}

	void append(byte[] source, int from, int to) {
		reserve(to - from);
		System.arraycopy(source, from, this.bytes, this.length, to - from);
		this.length += to - from;
	}

	void append(ByteBuffer source) {
		int more = source.remaining();
		reserve(more);
		source.get(this.bytes, this.length, more);
		this.length += more;
	}

	private void reserve(int more) {
		if (this.length + more > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(2 * this.bytes.length, this.length + more));
		}
	}

	/**
	 * Forget the bytes, and give back the room if it is large.
	 */
	void clear() {
		this.length = 0;
		if (this.bytes.length > KEPT) {
			this.bytes = new byte[INITIAL];
		}
	}

}
