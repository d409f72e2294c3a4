package io.github.mcpclient;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.mcpclient.ToolNames.Origin;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * The tools of all servers under the names that models see. Names are given anew only
 * when a tool came or went. Thread-safe.
 */
final class ToolCatalog {

	private final ToolNaming naming;

	private final Set<String> reserved;

	private final List<McpServer> servers;

	private final List<ServerTools> tools;

	private volatile ToolNames names = new ToolNames();

	private Listing last = new Listing(List.of(), List.of());

	ToolCatalog(List<McpServer> servers, ToolNaming naming, Set<String> reserved, McpToolFactory factory) {
		this.servers = servers;
		this.naming = naming;
		this.reserved = reserved;
		this.tools = servers.stream().map((server) -> new ServerTools(server.name(), factory)).toList();
	}

	/**
	 * The tool that has a name, as far as there is exactly one.
	 */
	Optional<Origin> origin(String name) {
		List<Origin> origins = this.names.origins(name);
		return (origins.size() == 1) ? Optional.of(origins.get(0)) : Optional.empty();
	}

	/**
	 * What models see of tools.
	 * @param answers the tools of each server, {@code null} where they are left out
	 */
	synchronized List<McpTool> visible(List<@Nullable List<Tool>> answers) {
		if (learn(answers)) {
			rename();
		}
		List<List<McpTool>> parts = new ArrayList<>(answers.size());
		for (int i = 0; i < answers.size(); i++) {
			List<Tool> answer = answers.get(i);
			parts.add((answer != null) ? this.tools.get(i).visible(answer, this.names) : List.of());
		}
		Listing before = this.last;
		if (isSame(parts, before.parts())) {
			return before.all();
		}
		List<McpTool> all = parts.stream().flatMap(List::stream).toList();
		if (this.naming == ToolNaming.ORIGINAL) {
			refuseDuplicates(all);
		}
		this.last = new Listing(parts, all);
		return all;
	}

	private boolean learn(List<@Nullable List<Tool>> answers) {
		boolean changed = false;
		for (int i = 0; i < answers.size(); i++) {
			List<Tool> fetched = this.servers.get(i).cachedTools().map(List::copyOf).orElse(null);
			changed |= this.tools.get(i).learn(fetched, answers.get(i));
		}
		return changed;
	}

	private void rename() {
		Map<String, Set<String>> names = new LinkedHashMap<>();
		this.tools.forEach((server) -> names.put(server.serverName(), server.names()));
		this.names = ToolNamer.name(this.naming, this.reserved, names);
	}

	private void refuseDuplicates(List<McpTool> tools) {
		Map<String, Set<String>> owners = new TreeMap<>();
		for (McpTool tool : tools) {
			owners.computeIfAbsent(tool.name(), (name) -> new TreeSet<>()).add("server '" + tool.serverName() + "'");
		}
		this.reserved.forEach((name) -> owners.computeIfPresent(name, (key, value) -> with(value, "the application")));
		owners.values().removeIf((each) -> each.size() == 1);
		if (!owners.isEmpty()) {
			throw new IllegalStateException("Duplicate tool names: " + owners
					+ "; hide all but one with a filter, or choose a naming that adds the server's name");
		}
	}

	private static Set<String> with(Set<String> owners, String owner) {
		owners.add(owner);
		return owners;
	}

	private static boolean isSame(List<List<McpTool>> parts, List<List<McpTool>> others) {
		if (parts.size() != others.size()) {
			return false;
		}
		for (int i = 0; i < parts.size(); i++) {
			if (parts.get(i) != others.get(i)) {
				return false;
			}
		}
		return true;
	}

	private record Listing(List<List<McpTool>> parts, List<McpTool> all) {
	}

}
