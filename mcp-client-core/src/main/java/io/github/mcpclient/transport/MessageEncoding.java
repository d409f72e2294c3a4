package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns messages, which are UTF-8 inside the library, into lines of a server's encoding
 * and back.
 */
final class MessageEncoding {

	private static final byte[] BYTE_ORDER_MARK = { (byte) 0xEF, (byte) 0xBB, (byte) 0xBF };

	private final Charset charset;

	private final EncodingErrors errors;

	MessageEncoding(Charset charset, EncodingErrors errors) {
		this.charset = charset;
		this.errors = errors;
	}

	/**
	 * The bytes of a message that arrived. With the usual settings these are the bytes of
	 * the line: the JSON parser checks them.
	 */
	byte[] toUtf8(byte[] line) throws IOException {
		if (!this.charset.equals(StandardCharsets.UTF_8) || this.errors != EncodingErrors.STRICT) {
			return this.charset.newDecoder()
				.onMalformedInput(this.errors.action())
				.onUnmappableCharacter(this.errors.action())
				.decode(ByteBuffer.wrap(line))
				.toString()
				.getBytes(StandardCharsets.UTF_8);
		}
		boolean marked = line.length >= BYTE_ORDER_MARK.length
				&& Arrays.equals(line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
		return marked ? Arrays.copyOfRange(line, BYTE_ORDER_MARK.length, line.length) : line;
	}

	/**
	 * The line to write for a message.
	 */
	byte[] fromUtf8(byte[] json) {
		if (this.charset.equals(StandardCharsets.UTF_8)) {
			byte[] line = Arrays.copyOf(json, json.length + 1);
			line[json.length] = '\n';
			return line;
		}
		return (new String(json, StandardCharsets.UTF_8) + "\n").getBytes(this.charset);
	}

}
