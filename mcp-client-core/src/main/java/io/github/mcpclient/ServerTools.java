package io.github.mcpclient;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What is known of the tools of one server, and what models see of them. Made once for
 * each tool and kept as long as the server lists the same tool under the same name.
 * Guarded by the lock of its {@link ToolCatalog}.
 */
final class ServerTools {

	private final String serverName;

	private final McpToolFactory factory;

	private final Map<String, McpTool> made = new HashMap<>();

	private Known known = new Known(null, Set.of());

	private Listing last = new Listing(List.of(), null, List.of());

	/** Told once. */
	private Set<String> duplicates = Set.of();

	ServerTools(String serverName, McpToolFactory factory) {
		this.serverName = serverName;
		this.factory = factory;
	}

	String serverName() {
		return this.serverName;
	}

	/**
	 * The names of all tools that are known, of those too that filters hide and of those
	 * of a server that is gone.
	 */
	Set<String> names() {
		return this.known.names();
	}

	/**
	 * Take notice of tools.
	 * @param fetched the tools as the server listed them last
	 * @param listed those that were listed for somebody
	 * @return whether any name came or went
	 */
	boolean learn(@Nullable List<Tool> fetched, @Nullable List<Tool> listed) {
		Known before = this.known;
		List<Tool> source = (fetched != null) ? fetched : listed;
		if (source == null || (source == before.source() && (listed == null || isSame(listed, this.last.tools())))) {
			return false;
		}
		Set<String> names = new LinkedHashSet<>((source == before.source()) ? before.names() : Set.of());
		source.forEach((tool) -> names.add(tool.name()));
		if (listed != null) {
			listed.forEach((tool) -> names.add(tool.name()));
		}
		boolean changed = !names.equals(before.names());
		this.known = new Known(source, changed ? names : before.names());
		this.made.keySet().retainAll(names);
		return changed;
	}

	/**
	 * What models see of tools. The first one of a name counts.
	 * @return the same list as before for the same tools under the same names
	 */
	List<McpTool> visible(List<Tool> listed, ToolNames names) {
		Listing before = this.last;
		if (names == before.names() && isSame(listed, before.tools())) {
			return before.visible();
		}
		Set<String> seen = new HashSet<>();
		Set<String> twice = new LinkedHashSet<>();
		List<McpTool> visible = new ArrayList<>(listed.size());
		for (Tool tool : listed) {
			if (seen.add(tool.name())) {
				visible.add(visible(tool, names));
			}
			else {
				twice.add(tool.name());
			}
		}
		warn(twice);
		this.last = new Listing(listed, names, List.copyOf(visible));
		return this.last.visible();
	}

	private McpTool visible(Tool tool, ToolNames names) {
		String name = names.name(this.serverName, tool.name());
		McpTool before = this.made.get(tool.name());
		if (before != null && before.name().equals(name) && before.definition().equals(tool)) {
			return before;
		}
		McpTool made = this.factory.create((name != null) ? name : tool.name(), this.serverName, tool);
		this.made.put(tool.name(), made);
		return made;
	}

	private void warn(Set<String> twice) {
		if (!twice.isEmpty() && !twice.equals(this.duplicates)) {
			this.duplicates = twice;
			LoggerFactory.getLogger("mcp.server." + this.serverName)
				.warn("{} tools are listed twice, of which the first one counts, such as '{}'", twice.size(),
						twice.iterator().next());
		}
	}

	private static boolean isSame(List<Tool> tools, List<Tool> others) {
		if (tools == others) {
			return true;
		}
		if (tools.size() != others.size()) {
			return false;
		}
		for (int i = 0; i < tools.size(); i++) {
			if (tools.get(i) != others.get(i)) {
				return false;
			}
		}
		return true;
	}

	private record Known(@Nullable List<Tool> source, Set<String> names) {
	}

	private record Listing(List<Tool> tools, @Nullable ToolNames names, List<McpTool> visible) {
	}

}
