package io.github.mcpclient;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Runs the blocking operations of a server on threads of the library, so that callers
 * need not block. Cancelling interrupts the thread, which cancels the request.
 */
final class DefaultMcpAsyncServer implements McpAsyncServer {

	private final McpServer server;

	DefaultMcpAsyncServer(McpServer server) {
		this.server = server;
	}

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public Mono<Void> connect() {
		return run(this.server::connect);
	}

	@Override
	public Mono<Void> close() {
		return run(this.server::close);
	}

	@Override
	public Mono<List<Tool>> listTools(CallContext context) {
		return call(() -> this.server.listTools(context));
	}

	@Override
	public Mono<CallToolResult> callTool(ToolCall call) {
		return call(() -> this.server.callTool(call));
	}

	@Override
	public Mono<List<Prompt>> listPrompts() {
		return call(this.server::listPrompts);
	}

	@Override
	public Mono<GetPromptResult> getPrompt(String name, @Nullable Map<String, String> arguments) {
		return call(() -> this.server.getPrompt(name, arguments));
	}

	@Override
	public Mono<ListResourcesResult> listResources(@Nullable String cursor) {
		return call(() -> this.server.listResources(cursor));
	}

	@Override
	public Mono<ListResourceTemplatesResult> listResourceTemplates(@Nullable String cursor) {
		return call(() -> this.server.listResourceTemplates(cursor));
	}

	@Override
	public Mono<ReadResourceResult> readResource(String uri) {
		return call(() -> this.server.readResource(uri));
	}

	@Override
	public Mono<Void> subscribe(String uri) {
		return run(() -> this.server.subscribe(uri));
	}

	@Override
	public Mono<Void> unsubscribe(String uri) {
		return run(() -> this.server.unsubscribe(uri));
	}

	@Override
	public Mono<CompleteResult> complete(CompleteRequest request) {
		return call(() -> this.server.complete(request));
	}

	@Override
	public Mono<Void> loggingLevel(LoggingLevel level) {
		return run(() -> this.server.loggingLevel(level));
	}

	@Override
	public Mono<Void> ping() {
		return run(this.server::ping);
	}

	private static Mono<Void> run(Runnable operation) {
		return call(() -> {
			operation.run();
			return Boolean.TRUE;
		}).then();
	}

	private static <T> Mono<T> call(Callable<T> operation) {
		return Mono.create((sink) -> {
			Future<?> running = Threads.ASYNC.submit(() -> {
				try {
					sink.success(operation.call());
				}
				catch (Throwable ex) {
					sink.error(ex);
				}
			});
			sink.onCancel(() -> running.cancel(true));
		});
	}

}
