package io.github.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One MCP server, for as long as the application needs it: connections come and go
 * beneath, this object stays. Thread-safe, and meant to be shared.
 * <p>
 * Every operation blocks until the server answers, connecting first where that has not
 * happened yet; {@link #async()} offers the same operations without blocking. Besides
 * what a method lists, every operation throws {@link McpConnectionException} if the
 * server cannot be reached or the connection breaks, {@link McpTimeoutException} if it
 * does not answer in time, {@link McpInterruptedException} if the thread is interrupted,
 * {@link McpProtocolException} if the server answers with an error or lacks the
 * capability, and {@link IllegalStateException} if called on a Reactor thread that must
 * not block.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25">MCP
 * specification</a>
 */
public interface McpServer extends AutoCloseable {

	/**
	 * Start to describe a server.
	 * @param transport how to reach the server
	 * @return a builder
	 */
	static Builder builder(McpTransportSettings transport) {
		return new DefaultMcpServerBuilder(transport);
	}

	/**
	 * Put a server of somebody else's making under a policy.
	 * @param server the server, whose connection is its own business
	 * @param policy what may be done with the server, and how
	 * @return a server that does nothing else than the policy allows
	 */
	static McpServer guard(McpServer server, McpServerPolicy policy) {
		Logger logger = LoggerFactory.getLogger("mcp.server." + server.name());
		ServerEvents events = new ServerEvents(server.name(), List.of(), logger);
		return new GuardedMcpServer(server, new Guard(server.name(), policy, events, logger));
	}

	/**
	 * The name of the server within the application.
	 * @return the name given, else one made of the transport and its target, without
	 * credentials
	 */
	String name();

	/**
	 * How the server is doing.
	 * @return a snapshot, made without any I/O
	 */
	McpServerStatus status();

	/**
	 * Connect, and wait for it. Does nothing if connected; joins an attempt in flight.
	 * After a failure nothing is left of the attempt, and the server is
	 * {@linkplain McpServerStatus.State#FAILED failed} until this is called again.
	 */
	void connect();

	/**
	 * Connect in the background, and keep trying as the {@link ReconnectPolicy} says.
	 * Returns at once.
	 */
	default void start() {
		async().connect().onErrorComplete().subscribe();
	}

	/**
	 * Close the connection; bounded in time, never throws. Calls in flight fail.
	 * {@link #connect()} opens it again.
	 */
	@Override
	void close();

	/**
	 * What the server says about itself.
	 * @return empty while there is no connection
	 */
	default Optional<McpServerInfo> info() {
		return Optional.empty();
	}

	/**
	 * The id of the session, where the transport is streamable HTTP and the server issued
	 * one.
	 * @return the id of the current session
	 */
	default Optional<String> sessionId() {
		return Optional.empty();
	}

	/**
	 * The tools of the server, all pages of them.
	 * @return an immutable list in the server's order
	 */
	default List<Tool> listTools() {
		return listTools(CallContext.empty());
	}

	/**
	 * The tools of the server, all pages of them.
	 * @param context on whose behalf the tools are listed
	 * @return an immutable list in the server's order
	 */
	List<Tool> listTools(CallContext context);

	/**
	 * The tools as last fetched, without any I/O.
	 * @return an immutable list, empty if none was fetched yet
	 */
	default Optional<List<Tool>> cachedTools() {
		return Optional.empty();
	}

	/**
	 * Make the next {@link #listTools()} ask the server.
	 */
	default void invalidateToolsCache() {
	}

	/**
	 * Replace the filter of tools. Effective on the next listing and call; nothing is
	 * fetched again.
	 * @param filter the new filter
	 */
	default void toolFilter(ToolFilter filter) {
		throw Unsupported.operation(this, "a tool filter");
	}

	/**
	 * Call a tool.
	 * @param name the tool
	 * @param arguments its arguments by name; {@code null} counts as none
	 * @return what the tool returned; {@code isError} in it is a result like any other
	 */
	default CallToolResult callTool(String name, @Nullable Map<String, ?> arguments) {
		return callTool(ToolCall.builder(name).arguments(arguments).build());
	}

	/**
	 * Call a tool.
	 * @param call the tool, its arguments and everything else about the call
	 * @return what the tool returned; {@code isError} in it is a result like any other
	 * @throws McpToolNotAllowedException if the filter excludes the tool
	 * @throws McpInvalidArgumentsException if required arguments are missing
	 * @throws McpApprovalException if the call needs approval and does not get it
	 */
	CallToolResult callTool(ToolCall call);

	/**
	 * The prompts of the server, all pages of them.
	 * @return an immutable list in the server's order
	 */
	default List<Prompt> listPrompts() {
		throw Unsupported.operation(this, "prompts/list");
	}

	/**
	 * Render a prompt.
	 * @param name the prompt
	 * @param arguments its arguments by name; {@code null} counts as none
	 * @return its messages
	 */
	default GetPromptResult getPrompt(String name, @Nullable Map<String, String> arguments) {
		throw Unsupported.operation(this, "prompts/get");
	}

	/**
	 * One page of the resources of the server.
	 * @param cursor where to go on, from the page before; {@code null} for the first page
	 * @return the page
	 */
	default ListResourcesResult listResources(@Nullable String cursor) {
		throw Unsupported.operation(this, "resources/list");
	}

	/**
	 * One page of the resource templates of the server.
	 * @param cursor where to go on, from the page before; {@code null} for the first page
	 * @return the page
	 */
	default ListResourceTemplatesResult listResourceTemplates(@Nullable String cursor) {
		throw Unsupported.operation(this, "resources/templates/list");
	}

	/**
	 * Read a resource.
	 * @param uri the resource, sent as given
	 * @return its contents
	 * @throws McpInvalidArgumentsException if the URI is blank
	 */
	default ReadResourceResult readResource(String uri) {
		throw Unsupported.operation(this, "resources/read");
	}

	/**
	 * Ask to be told when a resource changes; see
	 * {@link NotificationHandler#resourceUpdated}. Lasts across reconnects until
	 * {@link #unsubscribe} or {@link #close()}.
	 * @param uri the resource
	 * @throws McpInvalidArgumentsException if the URI is blank
	 */
	default void subscribe(String uri) {
		throw Unsupported.operation(this, "resources/subscribe");
	}

	/**
	 * No longer ask to be told when a resource changes.
	 * @param uri the resource
	 * @throws McpInvalidArgumentsException if the URI is blank
	 */
	default void unsubscribe(String uri) {
		throw Unsupported.operation(this, "resources/unsubscribe");
	}

	/**
	 * Ask for values that complete an argument of a prompt or a resource template.
	 * @param request what to complete
	 * @return the proposed values
	 */
	default CompleteResult complete(CompleteRequest request) {
		throw Unsupported.operation(this, "completion/complete");
	}

	/**
	 * Set from which level on the server logs to
	 * {@link NotificationHandler#logging(String, io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification)}.
	 * @param level the lowest level of interest
	 */
	default void loggingLevel(LoggingLevel level) {
		throw Unsupported.operation(this, "logging/setLevel");
	}

	/**
	 * Ask the server whether it is alive.
	 */
	default void ping() {
		throw Unsupported.operation(this, "ping");
	}

	/**
	 * Whether a model is shown the structured content of a result instead of its text.
	 * @return {@code false} unless set
	 */
	default boolean useStructuredContent() {
		return false;
	}

	/**
	 * How a model is told of failed calls of this server's tools.
	 * @return empty to leave that to whoever calls on behalf of the model
	 */
	default Optional<FailureFunction> failureFunction() {
		return Optional.empty();
	}

	/**
	 * The same server for callers that must not block.
	 * @return a view of this server
	 */
	default McpAsyncServer async() {
		return new DefaultMcpAsyncServer(this);
	}

	/**
	 * Builds an {@link McpServer}. Not thread-safe. Unless said otherwise a
	 * {@code Duration} of zero means no limit, and a negative one is an
	 * {@link IllegalArgumentException}.
	 */
	interface Builder {

		/**
		 * Name the server.
		 * @param name the name; an empty one counts as none
		 * @return this builder
		 */
		Builder name(String name);

		/**
		 * Bound the start of a process and the handshake.
		 * @param timeout 60 seconds by default
		 * @return this builder
		 */
		Builder initializationTimeout(Duration timeout);

		/**
		 * Bound every request but tool calls.
		 * @param timeout 30 seconds by default
		 * @return this builder
		 */
		Builder requestTimeout(Duration timeout);

		/**
		 * Bound a tool call. Progress restarts it, up to ten times its length.
		 * @param timeout 60 seconds by default
		 * @return this builder
		 */
		Builder toolTimeout(Duration timeout);

		/**
		 * Say how a lost connection is tried again.
		 * @param policy {@link ReconnectPolicy#defaults()} by default
		 * @return this builder
		 */
		Builder reconnect(ReconnectPolicy policy);

		/**
		 * Ping a server that is silent, to notice a connection that died without a word.
		 * @param interval how long it may be silent, 30 seconds by default; zero for no
		 * pings
		 * @return this builder
		 */
		Builder keepAlive(Duration interval);

		/**
		 * Bound {@link McpServer#close()}.
		 * @param timeout a positive duration, 10 seconds by default
		 * @return this builder
		 */
		Builder shutdownTimeout(Duration timeout);

		/**
		 * Say what may be done with the server, and how. Called several times, each
		 * customizer adds to what the ones before it said.
		 * @param customizer sets the policy
		 * @return this builder
		 */
		Builder policy(Consumer<McpServerPolicy.Builder> customizer);

		/**
		 * Tell the server who its client is.
		 * @param clientInfo name and version; this library's by default
		 * @return this builder
		 */
		Builder clientInfo(Implementation clientInfo);

		/**
		 * Let the server use a language model.
		 * @param handler asked for each request
		 * @return this builder
		 */
		Builder samplingHandler(SamplingHandler handler);

		/**
		 * Let the server ask the user for data.
		 * @param handler asked for each request
		 * @return this builder
		 */
		Builder formElicitationHandler(FormElicitationHandler handler);

		/**
		 * Let the server ask the user to visit a URL.
		 * @param handler asked for each request
		 * @return this builder
		 */
		Builder urlElicitationHandler(UrlElicitationHandler handler);

		/**
		 * Tell the server where it may work.
		 * @param provider asked for each request
		 * @return this builder
		 */
		Builder roots(RootsProvider provider);

		/**
		 * Add a handler of notifications; all of them hear each one, in the order of
		 * addition.
		 * @param handler the handler to add
		 * @return this builder
		 */
		Builder notificationHandler(NotificationHandler handler);

		/**
		 * Add a listener to changes of the state, in the order of addition.
		 * @param listener the listener to add
		 * @return this builder
		 */
		Builder listener(McpServerListener listener);

		/**
		 * Build the server. Nothing is started and nothing connected.
		 * @return a new server
		 */
		McpServer build();

	}

}
