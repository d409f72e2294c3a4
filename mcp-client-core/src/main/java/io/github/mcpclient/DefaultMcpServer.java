package io.github.mcpclient;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
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
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
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
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/**
 * The server that users hold: stays while the {@link Supervisor} replaces connections
 * beneath it.
 */
final class DefaultMcpServer implements McpServer {

	private static final String PROGRESS_TOKEN = "progressToken";

	private static final int PROGRESS_EXTENSIONS = 10;

	private final McpServerSettings settings;

	private final ToolsCache tools;

	private final Logger logger;

	private final Supervisor supervisor;

	private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();

	private volatile @Nullable LoggingLevel loggingLevel;

	DefaultMcpServer(McpServerSettings settings, ToolsCache tools) {
		this.settings = settings;
		this.tools = tools;
		this.logger = LoggerFactory.getLogger("mcp.server." + settings.name());
		this.supervisor = new Supervisor(settings, this::open, this.logger);
	}

	private McpConnection open() {
		Deadline deadline = Deadline.after(this.settings.initializationTimeout());
		McpConnection connection = LegacyConnection.open(name(), this.settings.transport().create(name()),
				this.settings.features(), this.logger, deadline, this.settings.shutdownTimeout());
		this.tools.invalidate();
		restore(connection, deadline);
		return connection;
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
		refuseNonBlockingThread("tools/list");
		return this.tools.get(() -> Pages.all(name(), McpSchema.METHOD_TOOLS_LIST, this::toolsPage,
				ListToolsResult::tools, ListToolsResult::nextCursor));
	}

	private ListToolsResult toolsPage(@Nullable String cursor) {
		return request(McpRequest.of(McpSchema.METHOD_TOOLS_LIST, page(cursor), ListToolsResult.class),
				ServerCapabilities::tools);
	}

	@Override
	public Optional<List<Tool>> cachedTools() {
		return this.tools.last();
	}

	@Override
	public void invalidateToolsCache() {
		this.tools.invalidate();
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		Deadline deadline = Deadline.after(call.timeout().orElse(Duration.ZERO));
		McpRequest<CallToolResult> request = new McpRequest<>(McpSchema.METHOD_TOOLS_CALL,
				(id) -> new CallToolRequest(call.name(), call.arguments(), withProgressToken(call.meta(), id)),
				CallToolResult.class, call.meta().get(PROGRESS_TOKEN),
				call.progressListener().map(this::guarded).orElse(null));
		return send(request, deadline, () -> deadline.orAfter(this.settings.toolTimeout(), PROGRESS_EXTENSIONS),
				ServerCapabilities::tools);
	}

	private Consumer<ProgressNotification> guarded(Consumer<ProgressNotification> listener) {
		return (progress) -> {
			try {
				listener.accept(progress);
			}
			catch (RuntimeException ex) {
				this.logger.warn("A listener to progress failed: {}", ex.toString());
				this.logger.debug("The failure in full", ex);
			}
		};
	}

	/**
	 * With a token the server may report progress, which keeps the call from timing out.
	 */
	private static Map<String, Object> withProgressToken(Map<String, Object> meta, long id) {
		if (meta.isEmpty()) {
			return Map.of(PROGRESS_TOKEN, id);
		}
		Map<String, Object> extended = new LinkedHashMap<>(meta);
		extended.putIfAbsent(PROGRESS_TOKEN, id);
		return extended;
	}

	@Override
	public List<Prompt> listPrompts() {
		return Pages.all(name(), McpSchema.METHOD_PROMPT_LIST,
				(cursor) -> request(McpRequest.of(McpSchema.METHOD_PROMPT_LIST, page(cursor), ListPromptsResult.class),
						ServerCapabilities::prompts),
				ListPromptsResult::prompts, ListPromptsResult::nextCursor);
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
