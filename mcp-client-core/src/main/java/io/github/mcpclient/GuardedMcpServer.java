package io.github.mcpclient;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.mcpclient.McpServerStatus.State;
import io.modelcontextprotocol.spec.McpSchema;
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

/**
 * A server under a policy. A tool call passes, in this order and each once: filter,
 * argument check, approval, the check of changed arguments, meta resolver; then come the
 * attempts, each within the concurrency limit.
 */
final class GuardedMcpServer implements McpServer {

	private static final Deadline NEVER = Deadline.after(Duration.ZERO);

	private final McpServer server;

	private final @Nullable DefaultMcpServer own;

	private final Guard guard;

	private final OutputCheck outputCheck;

	private volatile ToolFilter toolFilter;

	/**
	 * Put a server under a policy.
	 * @param server a server of the library, or of somebody else's making
	 */
	GuardedMcpServer(McpServer server, Guard guard) {
		this.server = server;
		this.own = (server instanceof DefaultMcpServer defaultServer) ? defaultServer : null;
		this.guard = guard;
		this.toolFilter = guard.policy().toolFilter();
		this.outputCheck = new OutputCheck(server.name());
	}

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public McpServerStatus status() {
		return this.server.status()
			.withTools(this.guard.tools().last().map((list) -> list.tools().size()), this.guard.tools().isStale());
	}

	@Override
	public Optional<McpServerInfo> info() {
		return this.server.info();
	}

	@Override
	public Optional<String> sessionId() {
		return this.server.sessionId();
	}

	@Override
	public void connect() {
		this.guard.signal().reopen();
		this.server.connect();
	}

	@Override
	public void start() {
		this.guard.signal().reopen();
		this.server.start();
	}

	@Override
	public void close() {
		this.guard.signal().close();
		this.server.close();
		this.guard.connectionEnded();
	}

	@Override
	public void toolFilter(ToolFilter filter) {
		this.toolFilter = filter;
	}

	@Override
	public Optional<List<Tool>> cachedTools() {
		return this.guard.tools().last().map(ToolList::tools);
	}

	@Override
	public void invalidateToolsCache() {
		this.guard.tools().invalidate();
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		List<Tool> tools = fetchedTools().tools();
		ToolFilter filter = this.toolFilter;
		if (filter == ToolFilter.all()) {
			return tools;
		}
		CallContext here = context.forServer(name());
		return tools.stream().filter((tool) -> passes(filter, here, tool)).toList();
	}

	private ToolList fetchedTools() {
		failIfClosed();
		State state = status().state();
		boolean down = state == State.RECONNECTING || state == State.FAILED;
		if (this.own != null && (state == State.NEW || state == State.CONNECTING)) {
			// a new connection makes every list stale whose fetch began before it
			attempts(McpSchema.METHOD_TOOLS_LIST, this.own::awaitConnection);
		}
		return this.guard.tools().get(down, this::fetchTools);
	}

	private ToolList fetchTools() {
		RetryBudget budget = this.guard.retrier().newBudget();
		DefaultMcpServer paged = this.own;
		List<Tool> tools = (paged != null) ? paged.listTools(new PageAttempts(budget))
				: attempts(McpSchema.METHOD_TOOLS_LIST, budget, () -> this.server.listTools(CallContext.empty()));
		ToolList list = ToolList.of(tools, this.guard.logger());
		this.guard.warnOfPatternsWithoutTool(list, this.toolFilter);
		return list;
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		Deadline deadline = Deadline.after(call.timeout().orElse(Duration.ZERO));
		failIfClosed();
		ToolCall checked = call.withContext(call.context().forServer(name()));
		Optional<Tool> tool = definition(checked);
		refuseFiltered(checked, tool);
		checkArguments(checked);
		checked = approved(checked, tool, deadline);
		checked = withResolvedMeta(checked);
		CallToolResult result = attempts(checked, tool, deadline);
		if (this.guard.policy().validateOutput()) {
			tool.ifPresent((known) -> this.outputCheck.check(known, result));
		}
		return result;
	}

	/**
	 * What the server says about the tool, asked for where the policy depends on it.
	 */
	private Optional<Tool> definition(ToolCall call) {
		Optional<Tool> known = this.guard.tools().last().flatMap((list) -> list.find(call.name()));
		if (known.isPresent() || !needsDefinition()) {
			return known;
		}
		return fetchedTools().find(call.name())
			.or(() -> this.guard.policy().cacheTools() ? refetched().find(call.name()) : Optional.empty());
	}

	private ToolList refetched() {
		this.guard.tools().invalidate();
		return fetchedTools();
	}

	private boolean needsDefinition() {
		McpServerPolicy policy = this.guard.policy();
		boolean annotations = policy.retry().maxRetries() != 0 && !policy.retry().ambiguous();
		return annotations || policy.validateOutput() || refusesUnknown();
	}

	private boolean refusesUnknown() {
		boolean dynamicFilter = this.guard.policy().enforceToolFilter()
				&& !(this.toolFilter instanceof NamedToolFilter);
		return dynamicFilter || this.guard.approvals().needDefinition();
	}

	private void refuseFiltered(ToolCall call, Optional<Tool> tool) {
		if (tool.isEmpty() && refusesUnknown()) {
			throw new McpToolNotAllowedException(name(), call.name(),
					"is unknown, so that filter and approval cannot judge it");
		}
		if (this.guard.policy().enforceToolFilter()
				&& !passes(this.toolFilter, call.context(), tool.orElseGet(() -> nameOnly(call)))) {
			throw new McpToolNotAllowedException(name(), call.name());
		}
	}

	private boolean passes(ToolFilter filter, CallContext context, Tool tool) {
		try {
			return filter.test(context, tool);
		}
		catch (RuntimeException ex) {
			this.guard.logger()
				.warn("The tool filter failed for the tool '{}', which is excluded: {}", tool.name(), ex.toString());
			return false;
		}
	}

	private void checkArguments(ToolCall call) {
		this.guard.tools()
			.current()
			.flatMap((list) -> list.find(call.name()))
			.ifPresent((tool) -> ArgumentCheck.check(name(), tool, call.arguments()));
	}

	private ToolCall approved(ToolCall call, Optional<Tool> tool, Deadline deadline) {
		Map<String, Object> arguments = this.guard.approvals()
			.approve(call, tool.orElseGet(() -> nameOnly(call)), deadline);
		if (arguments == call.arguments()) {
			return call;
		}
		ToolCall changed = call.withArguments(arguments);
		checkArguments(changed);
		return changed;
	}

	private ToolCall withResolvedMeta(ToolCall call) {
		MetaResolver resolver = this.guard.policy().metaResolver().orElse(null);
		if (resolver == null) {
			return call;
		}
		Map<String, ?> resolved;
		try {
			resolved = resolver.resolve(call);
		}
		catch (RuntimeException ex) {
			throw new McpClientException(name(), "the meta resolver failed for the tool '%s'".formatted(call.name()),
					ex);
		}
		if (resolved == null || resolved.isEmpty()) {
			return call;
		}
		Map<String, Object> meta = new LinkedHashMap<>(resolved);
		meta.putAll(call.meta());
		return call.withMeta(meta);
	}

	private CallToolResult attempts(ToolCall call, Optional<Tool> tool, Deadline deadline) {
		boolean harmless = tool.map(GuardedMcpServer::isHarmlessToRepeat).orElse(false);
		DefaultMcpServer isolating = (this.own != null && this.own.canIsolate()) ? this.own : null;
		return this.guard.retrier()
			.run(McpSchema.METHOD_TOOLS_CALL, harmless, deadline, this.guard.retrier().newBudget(),
					() -> this.guard.limit()
						.run(McpSchema.METHOD_TOOLS_CALL, deadline, () -> this.server.callTool(call.within(deadline))),
					(isolating != null) ? () -> isolating.callIsolated(call.within(deadline)) : null);
	}

	private static boolean isHarmlessToRepeat(Tool tool) {
		return tool.annotations() != null && (Boolean.TRUE.equals(tool.annotations().readOnlyHint())
				|| Boolean.TRUE.equals(tool.annotations().idempotentHint()));
	}

	private static Tool nameOnly(ToolCall call) {
		return Tool.builder(call.name(), Map.of("type", "object")).build();
	}

	private void failIfClosed() {
		if (this.guard.signal().isClosed()) {
			throw this.guard.signal().closedException();
		}
	}

	@Override
	public List<Prompt> listPrompts() {
		RetryBudget budget = this.guard.retrier().newBudget();
		DefaultMcpServer paged = this.own;
		return (paged != null) ? paged.listPrompts(new PageAttempts(budget))
				: attempts(McpSchema.METHOD_PROMPT_LIST, budget, this.server::listPrompts);
	}

	@Override
	public GetPromptResult getPrompt(String name, @Nullable Map<String, String> arguments) {
		return attempts(McpSchema.METHOD_PROMPT_GET, () -> this.server.getPrompt(name, arguments));
	}

	@Override
	public ListResourcesResult listResources(@Nullable String cursor) {
		return attempts(McpSchema.METHOD_RESOURCES_LIST, () -> this.server.listResources(cursor));
	}

	@Override
	public ListResourceTemplatesResult listResourceTemplates(@Nullable String cursor) {
		return attempts(McpSchema.METHOD_RESOURCES_TEMPLATES_LIST, () -> this.server.listResourceTemplates(cursor));
	}

	@Override
	public ReadResourceResult readResource(String uri) {
		return attempts(McpSchema.METHOD_RESOURCES_READ, () -> this.server.readResource(uri));
	}

	@Override
	public void subscribe(String uri) {
		attempts(McpSchema.METHOD_RESOURCES_SUBSCRIBE, () -> this.server.subscribe(uri));
	}

	@Override
	public void unsubscribe(String uri) {
		attempts(McpSchema.METHOD_RESOURCES_UNSUBSCRIBE, () -> this.server.unsubscribe(uri));
	}

	@Override
	public CompleteResult complete(CompleteRequest request) {
		return attempts(McpSchema.METHOD_COMPLETION_COMPLETE, () -> this.server.complete(request));
	}

	@Override
	public void loggingLevel(LoggingLevel level) {
		attempts(McpSchema.METHOD_LOGGING_SET_LEVEL, () -> this.server.loggingLevel(level));
	}

	@Override
	public void ping() {
		failIfClosed();
		this.server.ping();
	}

	@Override
	public boolean useStructuredContent() {
		return this.guard.policy().useStructuredContent();
	}

	@Override
	public Optional<FailureFunction> failureFunction() {
		return this.guard.policy().failureFunction();
	}

	@Override
	public String toString() {
		return this.server.toString();
	}

	private void attempts(String operation, Runnable read) {
		attempts(operation, () -> {
			read.run();
			return true;
		});
	}

	private <T> T attempts(String operation, Supplier<T> read) {
		return attempts(operation, this.guard.retrier().newBudget(), read);
	}

	private <T> T attempts(String operation, RetryBudget budget, Supplier<T> read) {
		failIfClosed();
		return this.guard.retrier()
			.run(operation, true, NEVER, budget, () -> this.guard.limit().run(operation, NEVER, read), null);
	}

	/**
	 * The attempts of the pages of one listing, which share one budget.
	 */
	private final class PageAttempts implements Pages.Attempts {

		private final RetryBudget budget;

		PageAttempts(RetryBudget budget) {
			this.budget = budget;
		}

		@Override
		public <P> P fetch(String operation, Supplier<P> page) {
			return attempts(operation, this.budget, page);
		}

	}

}
