package io.github.mcpclient;

import java.time.Duration;
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

	private final @Nullable OutputCheck outputCheck;

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
		this.outputCheck = guard.policy().validateOutput() ? new OutputCheck(server.name()) : null;
	}

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public McpServerStatus status() {
		McpServerStatus status = this.server.status();
		ToolList tools = this.guard.tools().last().orElse(null);
		return (tools != null && status != null)
				? status.withTools(Optional.of(tools.tools().size()), isDown(status) || this.guard.tools().isStale())
				: status;
	}

	/**
	 * Whether the server cannot be asked now. A mock has no status.
	 */
	private static boolean isDown(@Nullable McpServerStatus status) {
		return status != null && (status.state() == State.RECONNECTING || status.state() == State.FAILED);
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
		opening();
		this.server.connect();
		// it may have been closed in between, and is open now
		opening();
	}

	@Override
	public void start() {
		opening();
		this.server.start();
	}

	/**
	 * A server of the library tells by itself, in step with its state.
	 */
	private void opening() {
		if (this.own == null) {
			this.guard.opening();
		}
	}

	@Override
	public void close() {
		if (this.own == null) {
			this.guard.closed();
		}
		this.server.close();
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
		Patience patience = patience();
		patience.failIfClosed();
		List<Tool> tools = this.guard.tools()
			.get(isDown(this.server.status()), patience, (begin) -> fetchTools(begin, patience))
			.tools();
		ToolFilter filter = this.toolFilter;
		if (filter == ToolFilter.all()) {
			return tools;
		}
		CallContext here = context.forServer(name());
		return tools.stream().filter((tool) -> passes(filter, here, tool)).toList();
	}

	private ToolList fetchTools(Runnable begin, Patience patience) {
		RetryBudget budget = this.guard.retrier().newBudget();
		DefaultMcpServer paged = this.own;
		List<Tool> fetched = (paged != null)
				? paged.listTools(new ToolPageAttempts(paged, begin, budget, patience), patience.deadline())
				: attempts(McpSchema.METHOD_TOOLS_LIST, patience, budget, () -> {
					begin.run();
					return this.server.listTools(CallContext.empty());
				});
		return this.guard.toolList(fetched, this.toolFilter);
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		Patience patience = this.guard.signal().until(Deadline.after(call.timeout().orElse(Duration.ZERO)));
		patience.failIfClosed();
		ToolCall checked = call.withContext(call.context().forServer(name()));
		Optional<Tool> tool = allowed(checked, this.toolFilter, patience);
		checkArguments(checked);
		checked = approved(checked, tool, patience);
		checked = withResolvedMeta(checked);
		CallToolResult result = attempts(checked, tool, patience);
		if (this.outputCheck != null && tool.isPresent()) {
			this.outputCheck.check(tool.get(), result);
		}
		return result;
	}

	/**
	 * Let the filter judge.
	 * @return what the server says about the tool, where that matters
	 */
	private Optional<Tool> allowed(ToolCall call, ToolFilter filter, Patience patience) {
		boolean enforced = this.guard.policy().enforceToolFilter();
		if (enforced && filter instanceof NamedToolFilter named) {
			if (!named.test(call.name())) {
				throw new McpToolNotAllowedException(name(), call.name());
			}
			enforced = false;
		}
		boolean judged = enforced || this.guard.approvals().needDefinition();
		Optional<Tool> tool = definition(call, judged, patience);
		if (judged && tool.isEmpty()) {
			throw new McpToolNotAllowedException(name(), call.name(),
					"is unknown, so that filter and approval cannot judge it");
		}
		if (enforced && !passes(filter, call.context(), tool.orElseThrow())) {
			throw new McpToolNotAllowedException(name(), call.name());
		}
		return tool;
	}

	/**
	 * What the server says about the tool, asked for where the policy depends on it.
	 * @param judged whether the call cannot do without it
	 */
	private Optional<Tool> definition(ToolCall call, boolean judged, Patience patience) {
		if (!judged && !isDefinitionOfUse(call)) {
			return Optional.empty();
		}
		try {
			return this.guard.tools().find(call.name(), patience, (begin) -> fetchTools(begin, patience));
		}
		catch (McpClientException ex) {
			patience.failIfOver(McpSchema.METHOD_TOOLS_CALL);
			if (judged) {
				throw ex;
			}
			this.guard.logger().debug("Calling '{}' without knowing more of it", call.name(), ex);
			return Optional.empty();
		}
	}

	private boolean isDefinitionOfUse(ToolCall call) {
		McpServerPolicy policy = this.guard.policy();
		boolean annotations = policy.retry().maxRetries() != 0 && !policy.retry().ambiguous();
		return annotations || policy.validateOutput() || this.guard.approvals().mayAskAbout(call.name());
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

	private ToolCall approved(ToolCall call, Optional<Tool> tool, Patience patience) {
		Map<String, Object> arguments = this.guard.approvals().approve(call, tool, patience);
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
		return (resolved == null || resolved.isEmpty()) ? call : call.withMoreMeta(resolved);
	}

	private CallToolResult attempts(ToolCall call, Optional<Tool> tool, Patience patience) {
		boolean harmless = tool.map(GuardedMcpServer::isHarmlessToRepeat).orElse(false);
		Deadline deadline = patience.deadline();
		DefaultMcpServer isolating = (this.own != null && this.own.canIsolate()) ? this.own : null;
		return this.guard.retrier()
			.run(McpSchema.METHOD_TOOLS_CALL, harmless, patience, this.guard.retrier().newBudget(),
					() -> this.guard.limit()
						.run(McpSchema.METHOD_TOOLS_CALL, patience, () -> this.server.callTool(call.within(deadline))),
					(isolating != null)
							? () -> patience.interruptedAtEnd(() -> isolating.callIsolated(call.within(deadline)))
							: null);
	}

	private static boolean isHarmlessToRepeat(Tool tool) {
		return tool.annotations() != null && (Boolean.TRUE.equals(tool.annotations().readOnlyHint())
				|| Boolean.TRUE.equals(tool.annotations().idempotentHint()));
	}

	private Patience patience() {
		return this.guard.signal().until(NEVER);
	}

	@Override
	public List<Prompt> listPrompts() {
		DefaultMcpServer paged = this.own;
		return (paged != null) ? paged.listPrompts(new PageAttempts(this.guard.retrier().newBudget(), patience()))
				: attempts(McpSchema.METHOD_PROMPT_LIST, this.server::listPrompts);
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
		patience().failIfClosed();
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
		return attempts(operation, patience(), this.guard.retrier().newBudget(), read);
	}

	private <T> T attempts(String operation, Patience patience, RetryBudget budget, Supplier<T> read) {
		return this.guard.retrier()
			.run(operation, true, patience, budget, () -> this.guard.limit().run(operation, patience, read), null);
	}

	/**
	 * The attempts of the pages of one listing, which share one budget.
	 */
	private class PageAttempts implements Pages.Attempts {

		private final RetryBudget budget;

		private final Patience patience;

		PageAttempts(RetryBudget budget, Patience patience) {
			this.budget = budget;
			this.patience = patience;
		}

		@Override
		public <P> P fetch(String operation, Supplier<P> page) {
			return attempts(operation, this.patience, this.budget, page);
		}

	}

	/**
	 * The attempts of the pages of a list of tools, which begins with the first page.
	 */
	private final class ToolPageAttempts extends PageAttempts {

		private final DefaultMcpServer server;

		private final Runnable begin;

		private final Patience patience;

		private boolean begun;

		ToolPageAttempts(DefaultMcpServer server, Runnable begin, RetryBudget budget, Patience patience) {
			super(budget, patience);
			this.server = server;
			this.begin = begin;
			this.patience = patience;
		}

		@Override
		public <P> P fetch(String operation, Supplier<P> page) {
			return super.fetch(operation, () -> {
				if (!this.begun) {
					// a connection made meanwhile would make the list an old one
					this.server.awaitTools(this.patience.deadline());
					this.begin.run();
				}
				P fetched = page.get();
				this.begun = true;
				return fetched;
			});
		}

	}

}
