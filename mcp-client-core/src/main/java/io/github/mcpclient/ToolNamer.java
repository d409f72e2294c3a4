package io.github.mcpclient;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.mcpclient.ToolNames.Origin;

/**
 * Names the tools of several servers: uniquely, in the same way whatever their order, and
 * with {@link ToolNaming#PREFIX} so that no tool of one server changes the name of
 * another one's. Used once.
 */
final class ToolNamer {

	private final List<Origin> tools = new ArrayList<>();

	private final ServerPrefixes prefixes;

	/** How many tools of one server have a prefixed name in common. */
	private final Map<Origin, Integer> counts = new HashMap<>();

	private final Set<String> used;

	private final ToolNames names = new ToolNames();

	private ToolNamer(Set<String> reserved, Map<String, Set<String>> tools) {
		tools.forEach((server, names) -> names.forEach((tool) -> this.tools.add(new Origin(server, tool))));
		this.prefixes = new ServerPrefixes(tools.keySet());
		this.tools.forEach((tool) -> this.counts.merge(new Origin(tool.server(), prefixed(tool)), 1, Integer::sum));
		this.used = new HashSet<>(reserved);
	}

	/**
	 * Name tools.
	 * @param reserved names that the application uses itself
	 * @param tools the tools of each server, of those that are not connected too
	 */
	static ToolNames name(ToolNaming naming, Set<String> reserved, Map<String, Set<String>> tools) {
		ToolNamer namer = new ToolNamer(reserved, tools);
		switch (naming) {
			case ORIGINAL -> namer.tools.forEach((tool) -> namer.names.put(tool, tool.tool()));
			case PREFIX -> namer.prefix(namer.tools);
			case PREFIX_ON_CONFLICT -> namer.prefix(namer.keepUnique());
		}
		return namer.names;
	}

	/**
	 * Leave the names as they are that can be left so.
	 * @return the tools that need another name
	 */
	private List<Origin> keepUnique() {
		Map<String, Integer> owners = new HashMap<>();
		this.tools.forEach((tool) -> owners.merge(tool.tool(), 1, Integer::sum));
		List<Origin> others = new ArrayList<>();
		for (Origin tool : this.tools) {
			String name = tool.tool();
			boolean unique = owners.getOrDefault(name, 0) == 1 && !this.used.contains(name);
			if (unique && PrefixedName.isLegal(name) && !this.prefixes.covers(name)) {
				this.names.put(tool, name);
			}
			else {
				others.add(tool);
			}
		}
		this.used.addAll(this.names.all());
		return others;
	}

	private void prefix(List<Origin> tools) {
		List<Candidate> candidates = new ArrayList<>();
		for (Origin tool : tools) {
			String plain = prefixed(tool);
			candidates.add(new Candidate(tool, plain,
					isUnique(tool, plain) ? plain : PrefixedName.withHash(plain, tool.identity())));
		}
		// Where even the hashes are equal, the names decide and not the order
		candidates
			.sort(Comparator.comparing(Candidate::name).thenComparing((candidate) -> candidate.tool().identity()));
		for (Candidate candidate : candidates) {
			String name = candidate.name();
			for (int i = 1; !this.used.add(name); i++) {
				name = PrefixedName.withHash(candidate.plain(), candidate.tool().identity() + '\0' + i);
			}
			this.names.put(candidate.tool(), name);
		}
	}

	private boolean isUnique(Origin tool, String plain) {
		return plain.length() <= PrefixedName.MAX_LENGTH && !this.used.contains(plain)
				&& !this.prefixes.isAmbiguous(tool.server(), plain)
				&& this.counts.getOrDefault(new Origin(tool.server(), plain), 0) == 1;
	}

	private String prefixed(Origin tool) {
		return this.prefixes.name(tool.server(), tool.tool());
	}

	private record Candidate(Origin tool, String plain, String name) {
	}

}
