package io.github.mcpclient;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks for approval of tools by their names, some of which are globs.
 */
final class NamedApprovalPolicy implements NamePolicy {

	static final NamedApprovalPolicy ALWAYS = of(true, List.of(), List.of());

	static final NamedApprovalPolicy NEVER = of(false, List.of(), List.of());

	private final boolean otherwise;

	private final ToolNamePatterns always;

	private final ToolNamePatterns never;

	private NamedApprovalPolicy(boolean otherwise, ToolNamePatterns always, ToolNamePatterns never) {
		this.otherwise = otherwise;
		this.always = always;
		this.never = never;
	}

	static NamedApprovalPolicy of(boolean otherwise, List<String> always, List<String> never) {
		for (String name : always) {
			if (never.contains(name)) {
				throw new IllegalArgumentException(
						"'%s' cannot be both always and never subject to approval".formatted(name));
			}
		}
		return new NamedApprovalPolicy(otherwise, new ToolNamePatterns(always), new ToolNamePatterns(never));
	}

	@Override
	public boolean requiresApproval(String name) {
		return this.always.matches(name) || (this.otherwise && !this.never.matches(name));
	}

	@Override
	public Set<String> matchingNoneOf(Collection<String> toolNames) {
		Set<String> patterns = new LinkedHashSet<>(this.always.matchingNoneOf(toolNames));
		patterns.addAll(this.never.matchingNoneOf(toolNames));
		return patterns;
	}

}
