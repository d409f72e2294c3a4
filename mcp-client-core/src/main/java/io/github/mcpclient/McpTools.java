package io.github.mcpclient;

import java.util.Collection;
import java.util.List;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.jspecify.annotations.Nullable;

/**
 * The tools of several servers as the one list that a model sees, and the calls it makes
 * of them. Thread-safe, and meant to be shared.
 * <p>
 * Nothing is kept here beyond what the servers keep: every listing asks them, and every
 * call goes through {@link McpServer#callTool(ToolCall)} with all of its policies.
 * Listing and calling block, and throw {@link McpInterruptedException} if the thread is
 * interrupted and {@link IllegalStateException} on a Reactor thread that must not block.
 */
public interface McpTools {

	/**
	 * Start to describe the list of tools of servers.
	 * @param servers the servers, in the order in which their tools are listed
	 * @return a builder
	 * @throws IllegalArgumentException if two of them have the same name
	 */
	static Builder builder(Collection<? extends McpServer> servers) {
		return builder(McpServerManager.of(servers));
	}

	/**
	 * Start to describe the list of tools of all servers of a manager.
	 * @param manager the manager of the servers
	 * @return a builder
	 */
	static Builder builder(McpServerManager manager) {
		return new DefaultMcpToolsBuilder(manager.servers().values());
	}

	/**
	 * The tools of all servers that are connected, or connect at their first use.
	 * @return an immutable list in the order of the servers
	 * @throws IllegalStateException if a name is there twice with
	 * {@link ToolNaming#ORIGINAL}
	 */
	default List<McpTool> list() {
		return list(CallContext.empty());
	}

	/**
	 * The tools of all servers that are connected, or connect at their first use. A
	 * server that has no tools, or cannot list them, is left out; in the latter case its
	 * status says why.
	 * @param context on whose behalf the tools are listed
	 * @return an immutable list in the order of the servers
	 * @throws IllegalStateException if a name is there twice with
	 * {@link ToolNaming#ORIGINAL}
	 */
	List<McpTool> list(CallContext context);

	/**
	 * Call a tool as {@link McpServer#callTool(ToolCall)} does.
	 * @param name the name for the model
	 * @param arguments a JSON object; {@code null} or blank for no arguments
	 * @param context on whose behalf the call is made
	 * @return all that the tool returned
	 * @throws IllegalArgumentException if no server has such a tool
	 * @throws McpInvalidArgumentsException if the arguments are no JSON object
	 */
	CallToolResult call(String name, @Nullable String arguments, CallContext context);

	/**
	 * Call a tool as {@link McpServer#callTool(ToolCall)} does.
	 * @param tool a tool out of the list
	 * @param arguments a JSON object; {@code null} or blank for no arguments
	 * @param context on whose behalf the call is made
	 * @return all that the tool returned
	 * @throws McpInvalidArgumentsException if the arguments are no JSON object
	 */
	CallToolResult call(McpTool tool, @Nullable String arguments, CallContext context);

	/**
	 * Call a tool for a model. What goes wrong is told to the model by the
	 * {@linkplain McpServer#failureFunction() failure function} of the server, else by
	 * the {@linkplain Builder#failureFunction one set here}; it is thrown only where they
	 * tell nothing, and if the thread is interrupted.
	 * @param name the name for the model
	 * @param arguments a JSON object; {@code null} or blank for no arguments
	 * @param context on whose behalf the call is made
	 * @return what to show to the model
	 */
	ToolOutput callForModel(String name, @Nullable String arguments, CallContext context);

	/**
	 * Call a tool for a model. What goes wrong is told to the model by the
	 * {@linkplain McpServer#failureFunction() failure function} of the server, else by
	 * the {@linkplain Builder#failureFunction one set here}; it is thrown only where they
	 * tell nothing, and if the thread is interrupted.
	 * @param tool a tool out of the list
	 * @param arguments a JSON object; {@code null} or blank for no arguments
	 * @param context on whose behalf the call is made
	 * @return what to show to the model
	 */
	ToolOutput callForModel(McpTool tool, @Nullable String arguments, CallContext context);

	/**
	 * Builds {@link McpTools}. Not thread-safe.
	 */
	interface Builder {

		/**
		 * Say how tools are named.
		 * @param naming {@link ToolNaming#PREFIX} by default
		 * @return this builder
		 */
		Builder naming(ToolNaming naming);

		/**
		 * Name tools that are not from these servers, such as the application's own; no
		 * tool of a server gets such a name.
		 * @param names the names, in place of those set before
		 * @return this builder
		 */
		Builder reserved(Collection<String> names);

		/**
		 * Rewrite the schemas of arguments into the strict form that some models enforce,
		 * where that does not change what they mean.
		 * @param strictSchemas {@code false} by default
		 * @return this builder
		 */
		Builder strictSchemas(boolean strictSchemas);

		/**
		 * Say how a model is told of failed calls, where a server does not say so itself.
		 * @param failureFunction by default one that tells what went wrong without
		 * payloads; {@link FailureFunction#none()} to let every failure be thrown
		 * @return this builder
		 */
		Builder failureFunction(FailureFunction failureFunction);

		/**
		 * Allow arguments and foreign messages in exceptions and in what models are told
		 * of failures.
		 * @param recordPayloads {@code false} by default; for diagnosis
		 * @return this builder
		 */
		Builder recordPayloads(boolean recordPayloads);

		/**
		 * Build the list. No server is asked yet.
		 * @return a new list
		 */
		McpTools build();

	}

}
