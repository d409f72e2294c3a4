package io.github.mcpclient.samples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.mcpclient.Approval;
import io.github.mcpclient.Approval.Outcome;
import io.github.mcpclient.ApprovalRequest;
import io.github.mcpclient.CallContext;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class TerminalApprovalTests {

	private final PipedWriter keyboard = new PipedWriter();

	private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

	private final TerminalApproval approval = new TerminalApproval(true, new PipedReader(this.keyboard),
			new PrintStream(this.screen, true, StandardCharsets.UTF_8));

	TerminalApprovalTests() throws IOException {
	}

	@ParameterizedTest
	@ValueSource(strings = { "y", "Y", " y " })
	void yesLetsCallGo(String yes) throws IOException {
		assertThat(answer(yes + "\n").outcome()).isEqualTo(Outcome.APPROVED);
		assertThat(screen()).isEqualTo("May 'print' of MCP server 'local' be called with {text=hello}? [y/N]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "n", "yy", "yes, but", "true" })
	void everythingElseRefusesIt(String no) throws IOException {
		Approval decision = answer(no + "\n");
		assertThat(decision.outcome()).isEqualTo(Outcome.DENIED);
		assertThat(decision.reason()).contains("the answer on the terminal was not yes");
	}

	@Test
	void endOfInputRefusesIt() {
		TerminalApproval closed = new TerminalApproval(true, Reader.nullReader(), System.out);
		assertThat(closed.decide(request("hello")).outcome()).isEqualTo(Outcome.DENIED);
	}

	@Test
	void nobodyIsAskedWithoutTerminal() {
		TerminalApproval detached = new TerminalApproval(false, new PipedReader(), System.out);
		assertThat(detached.decide(request("hello")).reason()).contains("there is no terminal to ask on");
	}

	@Test
	void whatWasTypedBeforeIsNoAnswer() throws IOException {
		type("y\ny\n");
		assertThat(answer("n\n").outcome()).isEqualTo(Outcome.DENIED);
	}

	@Test
	void argumentsCannotChangeTheQuestion() throws IOException {
		CompletableFuture<Approval> decision = ask("hello\r\u001b[2K\u202e");
		type("n\n");
		decision.join();
		assertThat(screen()).contains("{text=hello??[2K?}");
	}

	@Test
	void whatHasExpiredIsNotAsked() {
		Thread.currentThread().interrupt();
		assertThat(this.approval.decide(request("hello")).outcome()).isEqualTo(Outcome.DENIED);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(screen()).isEmpty();
	}

	private Approval answer(String line) throws IOException {
		CompletableFuture<Approval> decision = ask("hello");
		type(line);
		return decision.join();
	}

	private CompletableFuture<Approval> ask(String text) {
		CompletableFuture<Approval> decision = CompletableFuture.supplyAsync(() -> this.approval.decide(request(text)));
		await().until(() -> screen().endsWith("[y/N]"));
		return decision;
	}

	private void type(String text) throws IOException {
		this.keyboard.write(text);
		this.keyboard.flush();
	}

	private String screen() {
		return this.screen.toString(StandardCharsets.UTF_8).strip();
	}

	private static ApprovalRequest request(String text) {
		return new ApprovalRequest("local", Tool.builder().name("print").build(), Map.of("text", text),
				CallContext.empty());
	}

}
