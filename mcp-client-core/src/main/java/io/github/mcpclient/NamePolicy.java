package io.github.mcpclient;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * An approval policy that needs no more than the name of a tool.
 */
@FunctionalInterface
interface NamePolicy extends ApprovalPolicy {

	boolean requiresApproval(String toolName);

	@Override
	default boolean requiresApproval(CallContext context, Tool tool) {
		return requiresApproval(tool.name());
	}

}
