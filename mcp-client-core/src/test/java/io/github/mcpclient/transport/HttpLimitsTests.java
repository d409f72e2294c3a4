package io.github.mcpclient.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Answers that are too large, endless or compressed (Q14).
 */
class HttpLimitsTests extends AbstractHttpTests {

	private static final int LIMIT = 100_000;

	private McpServer limitedClient() {
		return client((settings) -> settings.maxResponseSize(LIMIT));
	}

	private void assertTooLargeButUsable(McpServer client, Class<? extends McpClientException> type, String why) {
		McpClientException failure = catchThrowableOfType(type, () -> call(client));
		assertThat(failure).hasMessageContaining(why);
		assertThat(failure.outcomeUnknown()).isTrue();
		this.server.on("tools/call", (request, answer) -> answer.result(request, ScriptedHttpServer.text("ok")));
		assertThat(call(client)).isEqualTo("ok");
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

	@Test
	void replyLargerThanAllowed() {
		this.server.on("tools/call",
				(request, answer) -> answer.result(request, ScriptedHttpServer.text("x".repeat(LIMIT))));
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "more than 100000 bytes");
	}

	@Test
	void replyThatNeverEnds() {
		this.server.on("tools/call", (request, answer) -> {
			answer.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
			byte[] blanks = new byte[8_000];
			Arrays.fill(blanks, (byte) ' ');
			while (true) {
				answer.chunk(blanks);
			}
		});
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "more than 100000 bytes");
	}

	@ParameterizedTest
	@ValueSource(strings = { "data: ", ": ", "x", "event: " })
	void eventThatNeverEnds(String beginning) {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.chunk(beginning);
			while (true) {
				answer.chunk("x".repeat(8_000));
			}
		});
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "an event of more than 100000 bytes");
	}

	@Test
	void eventOfManyLinesThatNeverEnds() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			while (true) {
				answer.chunk("data: x\n".repeat(1_000));
			}
		});
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "an event of more than 100000 bytes");
	}

	@Test
	void headerOfAMegabyte() {
		this.server.on("tools/call", (request, answer) -> answer.status(200, "{}", "X-Large: " + "x".repeat(1 << 20)));
		assertTooLargeButUsable(limitedClient(), McpClientException.class, "broke");
	}

	@Test
	void headersThatNeverEnd() {
		this.server.on("tools/call", (request, answer) -> {
			answer.raw("HTTP/1.1 200 OK\r\n");
			while (true) {
				answer.raw("X-More: " + "x".repeat(1_000) + "\r\n");
			}
		});
		assertTooLargeButUsable(limitedClient(), McpClientException.class, "broke");
	}

	@Test
	void tenMegabytesAreReceived() {
		String large = "x".repeat(10 * 1024 * 1024);
		this.server.on("tools/call", (request, answer) -> answer.result(request, ScriptedHttpServer.text(large)));
		assertThat(call(client())).isEqualTo(large);
	}

	@Test
	void tenMegabytesInAnEventAreReceived() {
		String large = "x".repeat(10 * 1024 * 1024);
		this.server.on("tools/call", (request, answer) -> {
			answer.stream();
			answer.event(Answer.reply(request, ScriptedHttpServer.text(large)));
			answer.endStream();
		});
		assertThat(call(client())).isEqualTo(large);
	}

	@Test
	void compressionIsNotAskedFor() {
		call(client());
		assertThat(this.server.requests())
			.allSatisfy((request) -> assertThat(request.headers()).doesNotContainKey("Accept-Encoding"));
	}

	@Test
	void compressedReplyIsDecoded() {
		this.server.on("tools/call",
				(request, answer) -> answer.status(200,
						gzip(Answer.reply(request, ScriptedHttpServer.text("packed")).getBytes(StandardCharsets.UTF_8)),
						"Content-Type: application/json", "Content-Encoding: gzip"));
		assertThat(call(client())).isEqualTo("packed");
	}

	@Test
	void compressedStreamIsDecoded() {
		this.server.on("tools/call", (request, answer) -> {
			answer.stream("Content-Encoding: gzip");
			byte[] packed = gzip(("data: " + Answer.reply(request, ScriptedHttpServer.text("packed")) + "\n\n")
				.getBytes(StandardCharsets.UTF_8));
			for (byte next : packed) {
				answer.chunk(new byte[] { next });
			}
			answer.endStream();
		});
		assertThat(call(client())).isEqualTo("packed");
	}

	@Test
	void smallReplyThatUnpacksToMoreThanAllowed() throws IOException {
		byte[] bomb = gzip(new byte[50 * 1024 * 1024]);
		assertThat(bomb.length).isLessThan(LIMIT);
		this.server.on("tools/call", (request, answer) -> answer.status(200, bomb, "Content-Type: application/json",
				"Content-Encoding: gzip"));
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "more than 100000 bytes");
	}

	@Test
	void smallStreamThatUnpacksToMoreThanAllowed() throws IOException {
		byte[] bomb = gzip(new byte[50 * 1024 * 1024]);
		this.server.on("tools/call", (request, answer) -> {
			answer.stream("Content-Encoding: gzip");
			answer.chunk(bomb);
			answer.awaitClientGone();
		});
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "an event of more than 100000 bytes");
	}

	@Test
	void replyInAnUnknownEncoding() {
		this.server.on("tools/call", (request, answer) -> answer.status(200, "?????", "Content-Type: application/json",
				"Content-Encoding: br"));
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "an encoding that was not asked for");
	}

	@Test
	void replyThatIsNotCompressedAsAnnounced() {
		this.server.on("tools/call", (request, answer) -> answer.status(200, "0123456789 no gzip at all",
				"Content-Type: application/json", "Content-Encoding: gzip"));
		assertTooLargeButUsable(limitedClient(), McpProtocolException.class, "the gzip it announced");
	}

	private static byte[] gzip(byte[] bytes) throws IOException {
		ByteArrayOutputStream packed = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
			gzip.write(bytes);
		}
		return packed.toByteArray();
	}

}
