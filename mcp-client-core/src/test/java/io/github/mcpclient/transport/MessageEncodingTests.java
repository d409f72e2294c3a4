package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MessageEncodingTests {

	private static final byte[] BROKEN = { '"', (byte) 0xC3, '"' };

	private static String decoded(EncodingErrors errors, Charset charset, byte[] line) throws IOException {
		return new String(new MessageEncoding(charset, errors).toUtf8(line), StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "ISO-8859-1", "windows-1252", "US-ASCII", "Big5" })
	void noEncodingLosesACharacter(String name) throws IOException {
		byte[] json = "{\"a\":\"Grüße 世 😀\"}".getBytes(StandardCharsets.UTF_8);
		byte[] line = new MessageEncoding(Charset.forName(name), EncodingErrors.STRICT).fromUtf8(json);
		assertThat(line).endsWith((byte) '\n');
		byte[] read = new MessageEncoding(Charset.forName(name), EncodingErrors.STRICT).toUtf8(line);
		assertThat(new JsonMapper().readValue(read, Object.class)).isEqualTo(Map.of("a", "Grüße 世 😀"));
	}

	@Test
	void aLineOfAnotherEncodingIsRead() throws IOException {
		byte[] line = "{\"a\":\"Grüße\"}".getBytes(StandardCharsets.ISO_8859_1);
		assertThat(decoded(EncodingErrors.STRICT, StandardCharsets.ISO_8859_1, line)).isEqualTo("{\"a\":\"Grüße\"}");
	}

	@Test
	void strictLeavesUtf8ToTheParser() throws IOException {
		assertThat(new MessageEncoding(StandardCharsets.UTF_8, EncodingErrors.STRICT).toUtf8(BROKEN)).isEqualTo(BROKEN);
	}

	@Test
	void strictRefusesWhatAnotherEncodingDoesNotKnow() {
		assertThatExceptionOfType(CharacterCodingException.class)
			.isThrownBy(() -> decoded(EncodingErrors.STRICT, StandardCharsets.US_ASCII, BROKEN));
	}

	@Test
	void ignoreLeavesOutWhatIsBroken() throws IOException {
		assertThat(decoded(EncodingErrors.IGNORE, StandardCharsets.UTF_8, BROKEN)).isEqualTo("\"\"");
	}

	@Test
	void replacePutsAReplacementCharacter() throws IOException {
		assertThat(decoded(EncodingErrors.REPLACE, StandardCharsets.UTF_8, BROKEN)).isEqualTo("\"\uFFFD\"");
	}

}
