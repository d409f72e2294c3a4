package io.github.mcpclient.transport;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns messages, which are UTF-8 inside the library, into lines of a server's encoding
 * and back.
 */
final class MessageEncoding {

	private final Charset charset;

	private final EncodingErrors errors;

	MessageEncoding(Charset charset, EncodingErrors errors) {
		this.charset = charset;
		this.errors = errors;
	}

	/**
	 * Whether lines in an encoding end in the byte that ASCII ends them in, which lines
	 * are told apart by.
	 */
	static boolean canEndLines(Charset charset) {
		return charset.canEncode()
				&& Arrays.equals("{}\n".getBytes(charset), "{}\n".getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * The bytes of a message that arrived. With the usual settings these are the bytes of
	 * the line: the JSON parser checks them, and skips a byte order mark.
	 */
	byte[] toUtf8(byte[] line) throws CharacterCodingException {
		if (isUtf8() && this.errors == EncodingErrors.STRICT) {
			return line;
		}
		return this.charset.newDecoder()
			.onMalformedInput(this.errors.action())
			.onUnmappableCharacter(this.errors.action())
			.decode(ByteBuffer.wrap(line))
			.toString()
			.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * The characters of a line that is not held in memory as a whole.
	 */
	Reader reader(InputStream line) {
		return new InputStreamReader(line, this.charset);
	}

	/**
	 * The line to write for a message.
	 */
	byte[] fromUtf8(byte[] json) {
		byte[] encodable = isUtf8() ? json : escaped(json);
		byte[] line = Arrays.copyOf(encodable, encodable.length + 1);
		line[encodable.length] = '\n';
		return line;
	}

	/**
	 * The same JSON in ASCII, so that no encoding can lose a character of it.
	 */
	private static byte[] escaped(byte[] json) {
		StringBuilder ascii = new StringBuilder(json.length);
		new String(json, StandardCharsets.UTF_8).chars()
			.forEach((character) -> ascii
				.append((character < 0x80) ? String.valueOf((char) character) : "\\u%04x".formatted(character)));
		return ascii.toString().getBytes(StandardCharsets.US_ASCII);
	}

	private boolean isUtf8() {
		return this.charset.equals(StandardCharsets.UTF_8);
	}

}
