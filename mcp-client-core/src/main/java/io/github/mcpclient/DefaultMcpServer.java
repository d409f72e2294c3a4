package io.github.mcpclient;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ListPromptsResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.PaginatedRequest;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.SetLevelRequest;
import io.modelcontextprotocol.spec.McpSchema.SubscribeRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.UnsubscribeRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.scheduler.Schedulers;

/**
 * A server of the library: speaks over whichever connection its {@link Supervisor} has.
 * Each operation makes one attempt; {@link GuardedMcpServer} decides about more.
 */
final class DefaultMcpServer implements McpServer {

	private static final int PROGRESS_EXTENSIONS = 10;

	private static final int MOST_ISOLATED = 4;

	private final McpServerSettings settings;

	private final ConnectionHooks hooks;

	private final Logger logger;

	private final Supervisor supervisor;

	private final Semaphore isolated = new Semaphore(MOST_ISOLATED, true);

	private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();

	private volatile @Nullable LoggingLevel loggingLevel;

	DefaultMcpServer(McpServerSettings settings, ConnectionHooks hooks, ServerEvents events, Logger logger) {
		this.settings = settings;
		this.hooks = hooks;
		this.logger = logger;
		this.supervisor = new Supervisor(settings, this::open, hooks, events, logger);
	}

	private McpConnection open() {
		Deadline deadline = Deadline.after(this.settings.initializationTimeout());
		McpConnection connection = newConnection(deadline);
		this.hooks.connectionOpened();
		restore(connection, deadline);
		return connection;
	}

	private McpConnection newConnection(Deadline deadline) {
		return LegacyConnection.open(name(), this.settings.transport().create(name()), this.settings.features(),
				this.logger, deadline, this.settings.shutdownTimeout());
	}

	/**
	 * Give a new connection what the application asked the one before for.
	 */
	private void restore(McpConnection connection, Deadline deadline) {
		LoggingLevel level = this.loggingLevel;
		try {
			if (level != null) {
				connection.request(setLevel(level), deadline);
			}
			for (String uri : this.subscriptions) {
				connection.request(subscribeTo(uri), deadline);
			}
		}
		catch (McpProtocolException ex) {
			this.logger.warn("Logging level or subscriptions could not be restored: {}", ex.problem());
		}
		catch (RuntimeException | Error ex) {
			connection.close(this.settings.shutdownTimeout());
			throw ex;
		}
	}

	@Override
	public String name() {
		return this.settings.name();
	}

	@Override
	public McpServerStatus status() {
		return this.supervisor.status();
	}

	@Override
	public Optional<McpServerInfo> info() {
		return this.supervisor.current().map(McpConnection::info);
	}

	@Override
	public Optional<String> sessionId() {
		return this.supervisor.current().flatMap(McpConnection::sessionId);
	}

	@Override
	public void connect() {
		refuseNonBlockingThread("connect");
		this.supervisor.connect();
	}

	@Override
	public void start() {
		this.supervisor.start();
	}

	@Override
	public void close() {
		this.subscriptions.clear();
		this.loggingLevel = null;
		this.supervisor.close();
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		return listTools(Pages.Attempts.ONE, Deadline.after(Duration.ZERO));
	}

	/**
	 * Make sure that a list of tools can be asked for.
	 */
	void awaitTools(Deadline deadline) {
		connection(McpSchema.METHOD_TOOLS_LIST, deadline, ServerCapabilities::tools);
	}

	List<Tool> listTools(Pages.Attempts attempts, Deadline whole) {
		return Pages.all(name(), McpSchema.METHOD_TOOLS_LIST, attempts, (cursor) -> toolsPage(cursor, whole),
				ListToolsResult::tools, ListToolsResult::nextCursor);
	}

	private ListToolsResult toolsPage(@Nullable String cursor, Deadline whole) {
		return send(McpRequest.of(McpSchema.METHOD_TOOLS_LIST, page(cursor), ListToolsResult.class), whole,
				() -> whole.orAfter(this.settings.requestTimeout(), 1), ServerCapabilities::tools);
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		Deadline deadline = Deadline.after(call.timeout().orElse(Duration.ZERO));
		McpRequest<CallToolResult> request = ToolCallRequest.of(call, this.logger);
		return send(request, deadline, () -> deadline.orAfter(this.settings.toolTimeout(), PROGRESS_EXTENSIONS),
				ServerCapabilities::tools);
	}

	/**
	 * Whether a call can be made over a session of its own.
	 */
	boolean canIsolate() {
		return this.settings.transport().kind().equals("streamable-http");
	}

	/**
	 * Call a tool over a session of its own, which is used once, while it is found out
	 * whether the shared one still works. A result once received is returned, however the
	 * session ends.
	 */
	CallToolResult callIsolated(ToolCall call) {
		Deadline deadline = Deadline.after(call.timeout().orElse(Duration.ZERO));
		this.supervisor.verify();
		acquireIsolated(deadline);
		try {
			McpConnection connection = newConnection(deadline.orAfter(this.settings.initializationTimeout(), 1));
			try {
				return connection.request(ToolCallRequest.of(call, this.logger),
						deadline.orAfter(this.settings.toolTimeout(), PROGRESS_EXTENSIONS));
			}
			finally {
				connection.close(this.settings.shutdownTimeout());
			}
		}
		finally {
			this.isolated.release();
		}
	}

	private void acquireIsolated(Deadline deadline) {
		try {
			if (!this.isolated.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
				throw new McpTimeoutException(name(), McpSchema.METHOD_TOOLS_CALL, deadline.length(), false);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(name(), McpSchema.METHOD_TOOLS_CALL, false);
		}
	}

	@Override
	public List<Prompt> listPrompts() {
		return listPrompts(Pages.Attempts.ONE);
	}

	List<Prompt> listPrompts(Pages.Attempts attempts) {
		return Pages.all(name(), McpSchema.METHOD_PROMPT_LIST, attempts, this::promptsPage, ListPromptsResult::prompts,
				ListPromptsResult::nextCursor);
	}

	private ListPromptsResult promptsPage(@Nullable String cursor) {
		return request(McpRequest.of(McpSchema.METHOD_PROMPT_LIST, page(cursor), ListPromptsResult.class),
				ServerCapabilities::prompts);
	}

	@Override
	public GetPromptResult getPrompt(String name, @Nullable Map<String, String> arguments) {
		Map<String, Object> values = (arguments != null) ? new LinkedHashMap<>(arguments) : Map.of();
		return request(
				McpRequest.of(McpSchema.METHOD_PROMPT_GET, new GetPromptRequest(name, values), GetPromptResult.class),
				ServerCapabilities::prompts);
	}

	@Override
	public ListResourcesResult listResources(@Nullable String cursor) {
		return request(McpRequest.of(McpSchema.METHOD_RESOURCES_LIST, page(cursor), ListResourcesResult.class),
				ServerCapabilities::resources);
	}

	@Override
	public ListResourceTemplatesResult listResourceTemplates(@Nullable String cursor) {
		return request(McpRequest.of(McpSchema.METHOD_RESOURCES_TEMPLATES_LIST, page(cursor),
				ListResourceTemplatesResult.class), ServerCapabilities::resources);
	}

	@Override
	public ReadResourceResult readResource(String uri) {
		return request(McpRequest.of(McpSchema.METHOD_RESOURCES_READ, new ReadResourceRequest(notBlank(uri)),
				ReadResourceResult.class), ServerCapabilities::resources);
	}

	@Override
	public void subscribe(String uri) {
		request(subscribeTo(notBlank(uri)), ServerCapabilities::resources);
		this.subscriptions.add(uri);
	}

	@Override
	public void unsubscribe(String uri) {
		this.subscriptions.remove(notBlank(uri));
		request(McpRequest.of(McpSchema.METHOD_RESOURCES_UNSUBSCRIBE, new UnsubscribeRequest(uri), Object.class),
				ServerCapabilities::resources);
	}

	@Override
	public CompleteResult complete(CompleteRequest request) {
		return request(McpRequest.of(McpSchema.METHOD_COMPLETION_COMPLETE, request, CompleteResult.class),
				ServerCapabilities::completions);
	}

	@Override
	public void loggingLevel(LoggingLevel level) {
		request(setLevel(level), ServerCapabilities::logging);
		this.loggingLevel = level;
	}

	@Override
	public void ping() {
		request(McpRequest.of(McpSchema.METHOD_PING, null, Object.class), (capabilities) -> capabilities);
	}

	private <T> T request(McpRequest<T> request, Function<ServerCapabilities, @Nullable Object> capability) {
		return send(request, Deadline.after(Duration.ZERO), () -> Deadline.after(this.settings.requestTimeout()),
				capability);
	}

	/**
	 * Send a request over the connection that there is. Where that turns out to be lost
	 * before the server could act, the request goes out once more over the next one.
	 */
	private <T> T send(McpRequest<T> request, Deadline whole, Supplier<Deadline> attempt,
			Function<ServerCapabilities, @Nullable Object> capability) {
		McpConnection connection = connection(request.method(), whole, capability);
		try {
			return connection.request(request, attempt.get());
		}
		catch (McpConnectionException ex) {
			if (ex.outcomeUnknown() || !connection.isLost()) {
				throw ex;
			}
			this.logger.debug("Lost the connection before {} was sent; sending it over the next one", request.method(),
					ex);
		}
		return connection(request.method(), whole, capability).request(request, attempt.get());
	}

	private McpConnection connection(String operation, Deadline deadline,
			Function<ServerCapabilities, @Nullable Object> capability) {
		refuseNonBlockingThread(operation);
		McpConnection connection = this.supervisor.connection(deadline);
		if (capability.apply(connection.info().capabilities()) == null) {
			throw Unsupported.operation(this, operation);
		}
		return connection;
	}

	private void refuseNonBlockingThread(String operation) {
		if (Schedulers.isInNonBlockingThread()) {
			throw new IllegalStateException(
					"MCP server '%s': %s blocks, which the thread %s must not; use async() instead".formatted(name(),
							operation, Thread.currentThread().getName()));
		}
	}

	private String notBlank(String uri) {
		if (uri.isBlank()) {
			throw new McpInvalidArgumentsException(name(), "the URI of a resource must not be blank");
		}
		return uri;
	}

	private static PaginatedRequest page(@Nullable String cursor) {
		return new PaginatedRequest(cursor);
	}

	private static McpRequest<Object> subscribeTo(String uri) {
		return McpRequest.of(McpSchema.METHOD_RESOURCES_SUBSCRIBE, new SubscribeRequest(uri), Object.class);
	}

	private static McpRequest<Object> setLevel(LoggingLevel level) {
		return McpRequest.of(McpSchema.METHOD_LOGGING_SET_LEVEL, new SetLevelRequest(level), Object.class);
	}

	@Override
	public String toString() {
		return "McpServer[name=%s, state=%s]".formatted(name(), status().state());
	}

}
