package io.github.mcpclient;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Asks for approval tool by tool, by exact names.
 */
final class PerToolApprovalPolicy implements NamePolicy {

	private final Map<String, Boolean> tools;

	private final boolean otherwise;

	PerToolApprovalPolicy(Map<String, Boolean> tools, boolean otherwise) {
		this.tools = Map.copyOf(tools);
		this.otherwise = otherwise;
	}

	@Override
	public boolean requiresApproval(String toolName) {
		return this.tools.getOrDefault(toolName, this.otherwise);
	}

	@Override
	public Set<String> matchingNoneOf(Collection<String> toolNames) {
		Set<String> names = new HashSet<>(this.tools.keySet());
		names.removeAll(Set.copyOf(toolNames));
		return names;
	}

}
