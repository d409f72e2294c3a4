package io.github.mcpclient;

import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

	private final String serverName;

	private final ApprovalPolicy policy;

	private final @Nullable ApprovalHandler handler;

	private final Duration timeout;

	private final CloseSignal signal;

	private final BiConsumer<String, Outcome> listener;

	private final Logger logger;

	/** What was approved until the connection ends; replaced when it does. */
	private volatile Set<Remembered> remembered = ConcurrentHashMap.newKeySet();

	Approvals(String serverName, McpServerPolicy policy, CloseSignal signal, BiConsumer<String, Outcome> listener,
			Logger logger) {
		this.serverName = serverName;
		this.policy = policy.approval();
		this.handler = policy.approvalHandler();
		this.timeout = policy.approvalTimeout();
		this.signal = signal;
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
	 * Get approval for a call, where it needs one.
	 * @return the arguments to send
	 * @throws McpApprovalException if it is not approved
	 */
	Map<String, Object> approve(ToolCall call, Tool tool, Deadline deadline) {
		if (!isRequired(call, tool)) {
			return call.arguments();
		}
		Set<Remembered> session = this.remembered;
		Remembered key = new Remembered(call.context().principal().map(Principal::getName), call.name());
		if (session.contains(key)) {
			return call.arguments();
		}
		Approval approval = ask(call, tool, deadline);
		decided(call, approval.outcome());
		if (approval.outcome() == Outcome.DENIED) {
			throw refused(call, Outcome.DENIED, approval.reason().orElse("denied"), null);
		}
		if (approval.outcome() == Outcome.APPROVED_FOR_SESSION) {
			session.add(key);
		}
		return approval.arguments().orElse(call.arguments());
	}

	private boolean isRequired(ToolCall call, Tool tool) {
		try {
			return this.policy.requiresApproval(call.context(), tool);
		}
		catch (RuntimeException ex) {
			this.logger.warn("The approval policy failed for the tool '{}', which therefore needs approval: {}",
					tool.name(), ex.toString());
			return true;
		}
	}

	private Approval ask(ToolCall call, Tool tool, Deadline deadline) {
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
			Approval approval = this.signal.await(decision, patience(deadline), "approval");
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

	private long patience(Deadline deadline) {
		long left = deadline.remainingNanos();
		return this.timeout.isZero() ? left : Math.min(left, this.timeout.toNanos());
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
		this.remembered = ConcurrentHashMap.newKeySet();
	}

	private record Remembered(Optional<String> principal, String toolName) {
	}

}
