package io.github.mcpclient;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tools of each server start with, and where that does not tell servers apart:
 * {@code a.b} and {@code a_b} have the same prefix, and a tool {@code b__c} of {@code a}
 * looks like a tool {@code c} of {@code a__b}. Depends on the names of the servers only,
 * never on their tools. Immutable.
 */
final class ServerPrefixes {

	private final Map<String, String> prefixes = new HashMap<>();

	private final Map<String, List<String>> rivals = new HashMap<>();

	ServerPrefixes(Collection<String> serverNames) {
		serverNames.forEach((server) -> this.prefixes.put(server, PrefixedName.prefix(server)));
		this.prefixes.forEach((server, prefix) -> this.rivals.put(server, rivals(server, prefix)));
	}

	private List<String> rivals(String serverName, String prefix) {
		return this.prefixes.entrySet()
			.stream()
			.filter((other) -> !other.getKey().equals(serverName) && other.getValue().startsWith(prefix))
			.map(Map.Entry::getValue)
			.toList();
	}

	/**
	 * The name of a tool, of any length.
	 */
	String name(String serverName, String toolName) {
		return PrefixedName.of(this.prefixes.getOrDefault(serverName, ""), toolName);
	}

	/**
	 * Whether a name of one server may be a name of another one too, whose prefix is the
	 * same or longer.
	 */
	boolean isAmbiguous(String serverName, String name) {
		return this.rivals.getOrDefault(serverName, List.of()).stream().anyMatch(name::startsWith);
	}

	/**
	 * Whether a name looks like one of a server.
	 */
	boolean covers(String name) {
		return name.startsWith(PrefixedName.START) && this.prefixes.values().stream().anyMatch(name::startsWith);
	}

}
