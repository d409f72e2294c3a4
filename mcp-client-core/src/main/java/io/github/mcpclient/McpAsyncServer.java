package io.github.mcpclient;

import java.util.List;
import java.util.Map;

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
 * The operations of an {@link McpServer} for reactive callers. Each returned {@link Mono}
 * does nothing until subscribed, does it once per subscription, fails with the exceptions
 * of the blocking operation of the same name, and cancels the request on the server when
 * cancelled. Thread-safe.
 */
public interface McpAsyncServer {

	/**
	 * The name of the server within the application.
	 * @return the name
	 * @see McpServer#name()
	 */
	String name();

	/**
	 * See {@link McpServer#connect()}.
	 * @return completes when connected
	 */
	Mono<Void> connect();

	/**
	 * See {@link McpServer#close()}.
	 * @return completes when closed
	 */
	Mono<Void> close();

	/**
	 * See {@link McpServer#listTools()}.
	 * @return the tools
	 */
	default Mono<List<Tool>> listTools() {
		return listTools(CallContext.empty());
	}

	/**
	 * See {@link McpServer#listTools(CallContext)}.
	 * @param context on whose behalf the tools are listed
	 * @return the tools
	 */
	Mono<List<Tool>> listTools(CallContext context);

	/**
	 * See {@link McpServer#callTool(String, Map)}.
	 * @param name the tool
	 * @param arguments its arguments by name; {@code null} counts as none
	 * @return the result
	 */
	default Mono<CallToolResult> callTool(String name, @Nullable Map<String, ?> arguments) {
		return callTool(ToolCall.builder(name).arguments(arguments).build());
	}

	/**
	 * See {@link McpServer#callTool(ToolCall)}.
	 * @param call the tool, its arguments and everything else about the call
	 * @return the result
	 */
	Mono<CallToolResult> callTool(ToolCall call);

	/**
	 * See {@link McpServer#listPrompts()}.
	 * @return the prompts
	 */
	Mono<List<Prompt>> listPrompts();

	/**
	 * See {@link McpServer#getPrompt(String, Map)}.
	 * @param name the prompt
	 * @param arguments its arguments by name; {@code null} counts as none
	 * @return its messages
	 */
	Mono<GetPromptResult> getPrompt(String name, @Nullable Map<String, String> arguments);

	/**
	 * See {@link McpServer#listResources(String)}.
	 * @param cursor where to go on; {@code null} for the first page
	 * @return the page
	 */
	Mono<ListResourcesResult> listResources(@Nullable String cursor);

	/**
	 * See {@link McpServer#listResourceTemplates(String)}.
	 * @param cursor where to go on; {@code null} for the first page
	 * @return the page
	 */
	Mono<ListResourceTemplatesResult> listResourceTemplates(@Nullable String cursor);

	/**
	 * See {@link McpServer#readResource(String)}.
	 * @param uri the resource
	 * @return its contents
	 */
	Mono<ReadResourceResult> readResource(String uri);

	/**
	 * See {@link McpServer#subscribe(String)}.
	 * @param uri the resource
	 * @return completes when the server has agreed
	 */
	Mono<Void> subscribe(String uri);

	/**
	 * See {@link McpServer#unsubscribe(String)}.
	 * @param uri the resource
	 * @return completes when the server has agreed
	 */
	Mono<Void> unsubscribe(String uri);

	/**
	 * See {@link McpServer#complete(CompleteRequest)}.
	 * @param request what to complete
	 * @return the proposed values
	 */
	Mono<CompleteResult> complete(CompleteRequest request);

	/**
	 * See {@link McpServer#loggingLevel(LoggingLevel)}.
	 * @param level the lowest level of interest
	 * @return completes when the server has agreed
	 */
	Mono<Void> loggingLevel(LoggingLevel level);

	/**
	 * See {@link McpServer#ping()}.
	 * @return completes when the server has answered
	 */
	Mono<Void> ping();

}
