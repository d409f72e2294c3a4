package io.github.mcpclient;

import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

import io.github.mcpclient.Approval.Outcome;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Gets the approval that calls need. Fails closed: only a clear yes lets a call go.
 */
final class Approvals {

	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private final String serverName;

	private final ApprovalPolicy policy;

	private final @Nullable ApprovalHandler handler;

	private final Duration timeout;

	private final BiConsumer<String, Outcome> listener;

	private final Logger logger;

	/** The tools approved until the connection ends; replaced when it does. */
	private volatile Map<Remembered, Tool> remembered = new ConcurrentHashMap<>();

	Approvals(String serverName, McpServerPolicy policy, BiConsumer<String, Outcome> listener, Logger logger) {
		this.serverName = serverName;
		this.policy = policy.approval();
		this.handler = policy.approvalHandler();
		this.timeout = policy.approvalTimeout().isZero() ? FOREVER : policy.approvalTimeout();
		this.listener = listener;
		this.logger = logger;
	}

	/**
	 * Whether the policy has to look at a tool's definition.
	 */
	boolean needDefinition() {
		return !(this.policy instanceof NamePolicy);
	}

	/**
	 * Whether the handler may want to look at a tool's definition.
	 */
	boolean mayAskAbout(String toolName) {
		return this.handler != null && (!(this.policy instanceof NamePolicy named) || named.requiresApproval(toolName));
	}

	/**
	 * Get approval for a call, where it needs one.
	 * @param known the tool, if the server lists it
	 * @return the arguments to send
	 * @throws McpApprovalException if it is not approved
	 */
	Map<String, Object> approve(ToolCall call, Optional<Tool> known, Patience patience) {
		if (this.policy instanceof NamePolicy named && !named.requiresApproval(call.name())) {
			return call.arguments();
		}
		Tool tool = known.orElseGet(() -> nameOnly(call.name()));
		if (!isRequired(call, tool)) {
			return call.arguments();
		}
		Map<Remembered, Tool> session = this.remembered;
		Remembered key = Remembered.of(call);
		// what became another tool since is not what was approved
		if (key != null && tool.equals(session.get(key))) {
			return call.arguments();
		}
		Approval approval = ask(call, tool, patience);
		decided(call, approval.outcome());
		if (approval.outcome() == Outcome.DENIED) {
			throw refused(call, Outcome.DENIED, approval.reason().orElse("denied"), null);
		}
		if (approval.outcome() == Outcome.APPROVED_FOR_SESSION && key != null) {
			session.put(key, tool);
		}
		return approval.arguments().orElse(call.arguments());
	}

	private static Tool nameOnly(String name) {
		return new Tool(name, null, null, Map.of("type", "object"), null, null, null, null);
	}

	private boolean isRequired(ToolCall call, Tool tool) {
		CallContext context = call.context();
		if (needDefinition() && context.principal().isEmpty() && context.attributes().isEmpty()) {
			return true;
		}
		try {
			return this.policy.requiresApproval(context, tool);
		}
		catch (RuntimeException ex) {
			this.logger.warn("The approval policy failed for the tool '{}', which therefore needs approval: {}",
					tool.name(), ex.toString());
			return true;
		}
	}

	private Approval ask(ToolCall call, Tool tool, Patience patience) {
		ApprovalHandler asked = this.handler;
		if (asked == null) {
			throw refusedByDefault(call, Outcome.NO_HANDLER, "it needs approval and there is no ApprovalHandler", null);
		}
		ApprovalRequest request = new ApprovalRequest(this.serverName, tool, call.arguments(), call.context());
		CompletableFuture<@Nullable Approval> decision = new CompletableFuture<>();
		Future<?> task = Threads.POOL.submit(() -> {
			try {
				decision.complete(asked.decide(request));
			}
			catch (Throwable ex) {
				decision.completeExceptionally(ex);
			}
		});
		try {
			Approval approval = patience.await(decision, this.timeout, "approval");
			if (approval == null) {
				throw refusedByDefault(call, Outcome.FAILED, "the approval handler gave no answer", null);
			}
			return approval;
		}
		catch (TimeoutException ex) {
			throw refusedByDefault(call, Outcome.TIMED_OUT, "nobody decided in time", null);
		}
		catch (ExecutionException ex) {
			throw refusedByDefault(call, Outcome.FAILED, "the approval handler failed", ex.getCause());
		}
		finally {
			task.cancel(true);
		}
	}

	private McpApprovalException refusedByDefault(ToolCall call, Outcome outcome, String reason,
			@Nullable Throwable cause) {
		decided(call, outcome);
		return refused(call, outcome, reason, cause);
	}

	private McpApprovalException refused(ToolCall call, Outcome outcome, String reason, @Nullable Throwable cause) {
		return new McpApprovalException(this.serverName, call.name(), outcome, reason, cause);
	}

	private void decided(ToolCall call, Outcome outcome) {
		this.logger.info("Approval of a call of '{}': {}", call.name(), outcome);
		this.listener.accept(call.name(), outcome);
	}

	/**
	 * Forget what was approved for the connection that ended.
	 */
	void forget() {
		this.remembered = new ConcurrentHashMap<>();
	}

	private record Remembered(Optional<String> principal, String toolName) {

		/**
		 * The key of a call, or {@code null} if a principal cannot be told from others.
		 */
		static @Nullable Remembered of(ToolCall call) {
			Optional<Principal> principal = call.context().principal();
			Optional<String> name = principal.map(Principal::getName);
			return (name.isPresent() == principal.isPresent()) ? new Remembered(name, call.name()) : null;
		}

	}

}
