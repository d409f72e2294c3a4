package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class SseParserTests {

	private final List<String> events = new ArrayList<>();

	private final SseParser parser = new SseParser(1000,
			(event) -> this.events.add(event.type() + ":" + new String(event.data(), StandardCharsets.UTF_8)));

	private List<String> events(String stream) throws IOException {
		feed(this.parser, stream);
		return this.events;
	}

	private static void feed(SseParser parser, String stream) throws IOException {
		parser.accept(ByteBuffer.wrap(stream.getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void anEventIsAMessageUnlessItSaysOtherwise() throws IOException {
		assertThat(events("data: a\n\nevent: endpoint\ndata: b\n\ndata: c\n\n")).containsExactly("message:a",
				"endpoint:b", "message:c");
	}

	@Test
	void linesOfDataAreJoined() throws IOException {
		assertThat(events("data: a\ndata\ndata: b\ndata:\n\n")).containsExactly("message:a\n\nb\n");
	}

	@Test
	void oneSpaceBehindTheColonIsLeftOut() throws IOException {
		assertThat(events("data:a\ndata: b\ndata:  c\n\n")).containsExactly("message:a\nb\n c");
	}

	@Test
	void commentsAndUnknownFieldsAreSkipped() throws IOException {
		assertThat(events(": hello\n:\nfoo: bar\ndatax: y\ndata: a\n: again\n\n")).containsExactly("message:a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\r\n", "\r" })
	void eachLineEndCounts(String end) throws IOException {
		String stream = "event: e\ndata: a\ndata: b\n\ndata: c\n\n".replace("\n", end);
		assertThat(events(stream)).containsExactly("e:a\nb", "message:c");
	}

	@Test
	void lineEndsMayBeMixed() throws IOException {
		assertThat(events("data: a\r\ndata: b\rdata: c\n\r\n\ndata: d\r\r")).containsExactly("message:a\nb\nc",
				"message:d");
	}

	@Test
	void aByteOrderMarkAtTheStartIsSkipped() throws IOException {
		assertThat(events("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly("message:a");
	}

	@Test
	void anEventWithoutDataIsNone() throws IOException {
		assertThat(events("event: e\n\n\n\nid: 4\n\ndata: a\n\n")).containsExactly("message:a");
	}

	@Test
	void anEventThatDoesNotEndIsNone() throws IOException {
		assertThat(events("data: a\n\ndata: b\n")).containsExactly("message:a");
	}

	@Test
	void aStreamMayBeCutAtEveryByte() throws IOException {
		byte[] stream = "\uFEFF: c\r\nevent: é\r\ndata: 世界 😀\r\ndata: b\r\nid: 世\r\n\r\ndata: c\r\rdata: d\n\n"
			.getBytes(StandardCharsets.UTF_8);
		for (int cut = 0; cut <= stream.length; cut++) {
			List<String> heard = new ArrayList<>();
			SseParser cutParser = new SseParser(1000,
					(event) -> heard.add(event.type() + ":" + new String(event.data(), StandardCharsets.UTF_8)));
			cutParser.accept(ByteBuffer.wrap(stream, 0, cut));
			cutParser.accept(ByteBuffer.wrap(stream, cut, stream.length - cut));
			assertThat(heard).as("cut at " + cut).containsExactly("é:世界 😀\nb", "message:c", "message:d");
			assertThat(cutParser.lastEventId()).contains("世");
		}
	}

	@Test
	void aStreamMayComeByteByByte() throws IOException {
		for (byte one : "event: e\r\ndata: 世\r\n\r\n".getBytes(StandardCharsets.UTF_8)) {
			this.parser.accept(ByteBuffer.wrap(new byte[] { one }));
		}
		assertThat(this.events).containsExactly("e:世");
	}

	@Test
	void theIdCountsOnceItsEventIsComplete() throws IOException {
		events("id: 1\ndata: a\n\nid: 2\ndata: b\n");
		assertThat(this.parser.lastEventId()).contains("1");
		events("\ndata: c\n\n");
		assertThat(this.parser.lastEventId()).contains("2");
		events("id: 3\n\n");
		assertThat(this.parser.lastEventId()).contains("3");
	}

	@Test
	void anIdWithANullCharacterIsSkipped() throws IOException {
		events("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n");
		assertThat(this.parser.lastEventId()).contains("1");
	}

	@Test
	void withoutIdAndRetryThereAreNone() throws IOException {
		events("data: a\n\n");
		assertThat(this.parser.lastEventId()).isEmpty();
		assertThat(this.parser.retryMillis()).isEmpty();
	}

	@Test
	void retryIsANumberOfMilliseconds() throws IOException {
		events("retry: 1500\n\n");
		assertThat(this.parser.retryMillis()).hasValue(1500);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-1", "1.5", "soon", "1s", "99999999999999999999", "١" })
	void aRetryThatIsNoNumberIsSkipped(String retry) throws IOException {
		events("retry: 7\nretry: " + retry + "\n\n");
		assertThat(this.parser.retryMillis()).hasValue(7);
	}

	@Test
	void anEventThatIsTooLargeIsRefused() throws IOException {
		feed(this.parser, "data: " + "x".repeat(900) + "\n\n");
		assertThat(this.events).hasSize(1);
		assertThatIOException().isThrownBy(() -> feed(this.parser, "data: " + "x".repeat(1000)))
			.withMessageContaining("an event of more than 1000 bytes");
	}

	@Test
	void anEventOfManyLinesThatIsTooLargeIsRefused() {
		assertThatIOException().isThrownBy(() -> feed(this.parser, ("data: " + "x".repeat(90) + "\n").repeat(20)));
	}

}
