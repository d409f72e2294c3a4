package io.github.mcpclient;

import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * Says which calls need somebody's approval. Must be thread-safe. A call needs approval
 * as well where a policy cannot judge it: if the policy throws, and, for any policy but
 * those that the methods here make, if nothing is known of the call's context, neither
 * principal nor attributes. A tool that the server does not list cannot be called then.
 */
@FunctionalInterface
public interface ApprovalPolicy {

	/**
	 * Whether a call of a tool needs approval.
	 * @param context server name, principal and attributes
	 * @param tool the tool
	 * @return {@code true} to ask the {@link ApprovalHandler} before each call
	 */
	boolean requiresApproval(CallContext context, Tool tool);

	/**
	 * Ask before each call.
	 * @return the policy
	 */
	static ApprovalPolicy always() {
		return NamedApprovalPolicy.ALWAYS;
	}

	/**
	 * Never ask.
	 * @return the policy of a server that sets none
	 */
	static ApprovalPolicy never() {
		return NamedApprovalPolicy.NEVER;
	}

	/**
	 * Decide by name.
	 * @param otherwise whether tools in neither list need approval
	 * @param always names or globs of tools that need it
	 * @param never names or globs of tools that do not
	 * @return the policy; a tool that both lists match needs approval
	 * @throws IllegalArgumentException if a name or glob is in both lists
	 */
	static ApprovalPolicy named(boolean otherwise, List<String> always, List<String> never) {
		return NamedApprovalPolicy.of(otherwise, always, never);
	}

	/**
	 * Decide tool by tool.
	 * @param tools whether a tool needs approval, by its exact name
	 * @param otherwise whether other tools need it
	 * @return the policy
	 */
	static ApprovalPolicy perTool(Map<String, Boolean> tools, boolean otherwise) {
		return new PerToolApprovalPolicy(tools, otherwise);
	}

}
