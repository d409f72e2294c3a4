package io.github.mcpclient.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LineReaderTests {

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 1000 })
	void linesEndInLineFeedsWithOrWithoutCarriageReturn(int atATime) throws IOException {
		assertThat(lines("one\ntwo\r\n\n\r\nth\rree\nlast", 100, atATime)).containsExactly("one", "two", "", "",
				"th\rree", "last");
	}

	@Test
	void emptyStreamHasNoLine() throws IOException {
		assertThat(lines("", 100, 1)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 1000 })
	void longLineIsCutAndItsRestSkipped(int atATime) throws IOException {
		assertThat(lines("1234567890\n12345\n123456\n1", 5, atATime)).containsExactly("12345", "12345", "12345", "1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 1000 })
	void restOfALongLineCanBeRead(int atATime) throws IOException {
		LineReader reader = reader("1234567890\nnext\n123456", 5, atATime);
		assertThat(reader.next()).asString().isEqualTo("12345");
		assertThat(reader.isCut()).isTrue();
		assertThat(reader.rest().readAllBytes()).asString().isEqualTo("67890");
		assertThat(reader.next()).asString().isEqualTo("next");
		assertThat(reader.isCut()).isFalse();
		assertThat(reader.next()).asString().isEqualTo("12345");
		assertThat(reader.rest().readAllBytes()).asString().isEqualTo("6");
		assertThat(reader.next()).isNull();
	}

	@Test
	void lineLongerThanTheBufferIsOne() throws IOException {
		String line = "x".repeat(200_000);
		assertThat(lines(line + "\r\n" + line, 1_000_000, 7_777)).containsExactly(line, line);
	}

	private static List<String> lines(String text, int maxLength, int atATime) throws IOException {
		LineReader reader = reader(text, maxLength, atATime);
		List<String> lines = new ArrayList<>();
		for (byte[] line = reader.next(); line != null; line = reader.next()) {
			lines.add(new String(line, StandardCharsets.UTF_8));
		}
		return lines;
	}

	private static LineReader reader(String text, int maxLength, int atATime) {
		InputStream stream = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
			@Override
			public int read(byte[] target, int offset, int length) {
				return super.read(target, offset, Math.min(length, atATime));
			}
		};
		return new LineReader(stream, maxLength);
	}

}
