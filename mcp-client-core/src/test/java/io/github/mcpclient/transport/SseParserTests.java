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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Streams of events as the standard describes them (Q15).
 */
class SseParserTests {

	private final List<String> events = new ArrayList<>();

	private final SseParser parser = new SseParser(1_000,
			(event) -> this.events.add(event.type() + "=" + new String(event.data(), StandardCharsets.UTF_8)));

	private void feed(String text) throws IOException {
		this.parser.accept(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer());
	}

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\r", "\r\n" })
	void everyLineEnd(String end) throws IOException {
		feed(String.join(end, "data: a", "", "event: x", "data: b", "data: c", "", ""));
		assertThat(this.events).containsExactly("message=a", "x=b\nc");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\r", "\r\n" })
	void everySplitOfPackets(String end) throws IOException {
		byte[] stream = ("\uFEFFid: 7" + end + "event: grüße" + end + "data: \uD83D\uDE00日本" + end + "data" + end + end
				+ ": comment" + end + "data:x" + end + end)
			.getBytes(StandardCharsets.UTF_8);
		for (int split = 0; split <= stream.length; split++) {
			List<String> parsed = new ArrayList<>();
			SseParser fresh = new SseParser(1_000,
					(event) -> parsed.add(event.type() + "=" + new String(event.data(), StandardCharsets.UTF_8)));
			fresh.accept(ByteBuffer.wrap(stream, 0, split));
			fresh.accept(ByteBuffer.wrap(stream, split, stream.length - split));
			assertThat(parsed).as("split at %d", split).containsExactly("grüße=\uD83D\uDE00日本\n", "message=x");
			assertThat(fresh.lastEventId()).hasValue("7");
		}
	}

	@Test
	void examplesOfTheStandard() throws IOException {
		feed("data: YHOO\ndata: +2\ndata: 10\n\n");
		feed(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n");
		feed("data\n\ndata\ndata\n\ndata:");
		assertThat(this.events).containsExactly("message=YHOO\n+2\n10", "message=first event", "message=second event",
				"message= third event", "message=", "message=\n");
		assertThat(this.parser.lastEventId()).isEmpty();
	}

	@Test
	void eventWithoutDataIsNoneButItsIdCounts() throws IOException {
		feed("event: x\nid: 5\n\n");
		assertThat(this.events).isEmpty();
		assertThat(this.parser.lastEventId()).hasValue("5");
		feed("data: y\n\n");
		assertThat(this.events).containsExactly("message=y");
		assertThat(this.parser.lastEventId()).hasValue("5");
	}

	@Test
	void idOfAnEventThatIsNotCompleteDoesNotCount() throws IOException {
		feed("id: 1\ndata: a\n\nid: 2\ndata: b\n");
		assertThat(this.parser.lastEventId()).hasValue("1");
		this.parser.restart();
		feed("data: c\n\n");
		assertThat(this.parser.lastEventId()).hasValue("1");
		assertThat(this.events).containsExactly("message=a", "message=c");
	}

	@Test
	void idWithANullCharacterIsIgnored() throws IOException {
		feed("id: 1\n\nid: 2\0\ndata: a\n\n");
		assertThat(this.parser.lastEventId()).hasValue("1");
	}

	@Test
	void retryIsANumberOfMilliseconds() throws IOException {
		feed("retry: 5s\n");
		assertThat(this.parser.retryMillis()).isEmpty();
		feed("retry: 2500\n");
		assertThat(this.parser.retryMillis()).hasValue(2_500);
		feed("retry: -1\nretry:\nretry: 99999999999999999999\n");
		assertThat(this.parser.retryMillis()).hasValue(2_500);
	}

	@Test
	void unknownFieldsAreIgnored() throws IOException {
		feed("foo: bar\ndatax: 1\nDATA: 2\nno colon\n:\ndata: a\n\n");
		assertThat(this.events).containsExactly("message=a");
	}

	@Test
	void byteOrderMarkIsSkippedAtTheBeginningOnly() throws IOException {
		feed("\uFEFFdata: a\n\n\uFEFFdata: b\n\n");
		assertThat(this.events).containsExactly("message=a");
	}

	@Test
	void sizeIsThatOfAnEventNotOfTheStream() throws IOException {
		for (int i = 0; i < 100; i++) {
			feed("data: " + "x".repeat(900) + "\n\n");
		}
		assertThat(this.events).hasSize(100);
		assertThatExceptionOfType(UnreadableAnswerException.class)
			.isThrownBy(() -> feed("data: " + "x".repeat(500) + "\ndata: " + "x".repeat(500) + "\n"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 100_000 })
	void eventThatIsTooLargeIsLeftOutAndTheNextOneRead(int packet) throws IOException {
		List<String> tooLarge = new ArrayList<>();
		SseParser lenient = new SseParser(50,
				(event) -> this.events.add(new String(event.data(), StandardCharsets.UTF_8)),
				(beginning) -> tooLarge.add(new String(beginning, StandardCharsets.UTF_8)));
		String large = "x".repeat(100);
		byte[] stream = ("data: a\n\ndata: {1" + large + "\n\ndata: b\n\ndata: {2\ndata: " + large + "\ndata: c\n\n: "
				+ large + "\r\n\r\ndata: d\r\n\r\n")
			.getBytes(StandardCharsets.UTF_8);
		for (int from = 0; from < stream.length; from += packet) {
			lenient.accept(ByteBuffer.wrap(stream, from, Math.min(packet, stream.length - from)));
		}
		assertThat(this.events).containsExactly("a", "b", "d");
		assertThat(tooLarge).hasSize(3);
		assertThat(tooLarge.get(0).strip()).startsWith("{1");
		assertThat(tooLarge.get(1)).isEqualTo("{2");
	}

	@Test
	void eventThatNeverEndsIsLeftOutForAWhileOnly() {
		SseParser lenient = new SseParser(50, (event) -> {
		}, (beginning) -> {
		});
		assertThatExceptionOfType(UnreadableAnswerException.class).isThrownBy(() -> {
			while (true) {
				lenient.accept(ByteBuffer.wrap(new byte[10]));
			}
		});
	}

}
