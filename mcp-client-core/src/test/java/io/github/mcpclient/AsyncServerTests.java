package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class AsyncServerTests {

	@TempDir
	Path directory;

	private McpServer server;

	@BeforeEach
	void build() {
		this.server = McpServer
			.builder(new Script().record(received())
				.on("tools/list",
						Script.result("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}"))
				.on("tools/call hang")
				.settings()
				.build())
			.name("scripted")
			.build();
	}

	@AfterEach
	void close() {
		this.server.close();
	}

	private Path received() {
		return this.directory.resolve("received");
	}

	private List<String> receivedLines() throws IOException {
		return Files.exists(received()) ? Files.readAllLines(received()) : List.of();
	}

	private static String text(CallToolResult result) {
		return ((TextContent) result.content().get(0)).text();
	}

	@Test
	void nothingHappensBeforeTheSubscription() {
		this.server.async().callTool("echo", null);
		this.server.async().connect();
		assertThat(this.server.status().state()).isEqualTo(State.NEW);
	}

	@Test
	void eachSubscriptionMakesOneRequest() throws IOException {
		Mono<CallToolResult> call = this.server.async().callTool("echo", null);
		assertThat(text(call.block())).isEqualTo("called");
		assertThat(text(call.block())).isEqualTo("called");
		assertThat(receivedLines()).filteredOn((line) -> line.contains("tools/call")).hasSize(2);
	}

	@Test
	void operationsHaveTheValuesOfTheBlockingOnes() {
		McpAsyncServer async = this.server.async();
		assertThat(async.name()).isEqualTo("scripted");
		async.connect().block();
		assertThat(this.server.status().state()).isEqualTo(State.CONNECTED);
		assertThat(async.listTools().block()).extracting(Tool::name).containsExactly("echo");
		async.ping().block();
		async.loggingLevel(LoggingLevel.INFO).block();
		async.subscribe("test://a").block();
		async.unsubscribe("test://a").block();
		async.close().block();
		assertThat(this.server.status().state()).isEqualTo(State.CLOSED);
	}

	@Test
	void operationsFailWithTheExceptionsOfTheBlockingOnes() {
		McpAsyncServer async = this.server.async();
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> async.listPrompts().block())
			.withMessage("MCP server 'scripted': answered prompts/list with error -32601: Method not found");
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> async.readResource(" ").block())
			.withMessage("MCP server 'scripted': the URI of a resource must not be blank");
		async.close().block();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> async.ping().block())
			.withMessage("MCP server 'scripted': closed");
	}

	@Test
	void cancellingTellsTheServer() {
		Disposable call = this.server.async().callTool("hang", null).subscribe();
		Eventually.until(() -> receivedLines().stream().anyMatch((line) -> line.contains("\"hang\"")));
		call.dispose();
		Eventually.that(() -> assertThat(receivedLines()).last()
			.asString()
			.contains("\"method\":\"notifications/cancelled\"", "\"requestId\":2"));
		this.server.ping();
	}

	@Test
	void blockingOnAThreadThatMustNotIsRefusedWithAHint() {
		for (Runnable operation : List.<Runnable>of(this.server::connect, this.server::ping,
				() -> this.server.callTool("echo", null), this.server::listTools, this.server::listPrompts)) {
			Mono<Void> blocking = Mono.<Void>fromRunnable(operation).subscribeOn(Schedulers.parallel());
			assertThatIllegalStateException().isThrownBy(blocking::block)
				.withMessageStartingWith("MCP server 'scripted': ")
				.withMessageContaining("use async() instead");
		}
		assertThat(this.server.status().state()).isEqualTo(State.NEW);
	}

	@Test
	void reactiveCallersMayUseTheServerOnAnyThread() {
		Mono<String> call = Mono.just(Map.of("text", "x"))
			.publishOn(Schedulers.parallel())
			.flatMap((arguments) -> this.server.async().callTool("echo", arguments))
			.map(AsyncServerTests::text);
		assertThat(call.block()).isEqualTo("called");
	}

}
