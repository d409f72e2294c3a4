package io.github.mcpclient;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tool names, some of them globs: {@code *} stands for any characters and {@code ?} for
 * one. Immutable.
 */
final class ToolNamePatterns {

	private final Set<String> patterns;

	ToolNamePatterns(Collection<String> patterns) {
		for (String pattern : patterns) {
			if (pattern.isBlank()) {
				throw new IllegalArgumentException("A tool name or glob must not be blank");
			}
		}
		this.patterns = Set.copyOf(new LinkedHashSet<>(patterns));
	}

	boolean isEmpty() {
		return this.patterns.isEmpty();
	}

	Set<String> patterns() {
		return this.patterns;
	}

	boolean matches(String name) {
		return this.patterns.contains(name) || this.patterns.stream().anyMatch((pattern) -> matches(pattern, name));
	}

	/**
	 * Matches greedily and goes back to the last {@code *} where that fails, so that no
	 * pattern takes more than a product of both lengths.
	 */
	static boolean matches(String pattern, String name) {
		int p = 0;
		int n = 0;
		int star = -1;
		int resume = 0;
		while (n < name.length()) {
			if (p < pattern.length() && pattern.charAt(p) == '*') {
				star = p++;
				resume = n;
			}
			else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
				p++;
				n++;
			}
			else if (star >= 0) {
				p = star + 1;
				n = ++resume;
			}
			else {
				return false;
			}
		}
		while (p < pattern.length() && pattern.charAt(p) == '*') {
			p++;
		}
		return p == pattern.length();
	}

}
