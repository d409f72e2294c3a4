package io.github.mcpclient;

import java.util.Collection;
import java.util.Set;

import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * An approval policy that needs no more than the name of a tool.
 */
interface NamePolicy extends ApprovalPolicy {

	boolean requiresApproval(String toolName);

	/**
	 * The names and globs in this policy that mean none of the tools.
	 */
	Set<String> matchingNoneOf(Collection<String> toolNames);

	@Override
	default boolean requiresApproval(CallContext context, Tool tool) {
		return requiresApproval(tool.name());
	}

}
