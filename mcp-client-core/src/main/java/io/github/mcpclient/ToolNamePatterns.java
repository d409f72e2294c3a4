package io.github.mcpclient;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tool names, some of them globs: {@code *} stands for any characters and {@code ?} for
 * one. Names are told apart exactly, by case as well. Immutable.
 */
final class ToolNamePatterns {

	private final Set<String> patterns;

	ToolNamePatterns(Collection<String> patterns) {
		for (String pattern : patterns) {
			if (pattern.isBlank()) {
				throw new IllegalArgumentException("A tool name or glob must not be blank");
			}
		}
		this.patterns = Collections.unmodifiableSet(new LinkedHashSet<>(patterns));
	}

	/**
	 * The names and globs that mean none of these tools.
	 */
	Set<String> matchingNoneOf(Collection<String> names) {
		Set<String> without = new LinkedHashSet<>(this.patterns);
		without.removeIf((pattern) -> names.stream().anyMatch((name) -> matches(pattern, name)));
		return without;
	}

	boolean matches(String name) {
		if (this.patterns.contains(name)) {
			return true;
		}
		for (String pattern : this.patterns) {
			if (matches(pattern, name)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Matches greedily and goes back to the last {@code *} where that fails, so that no
	 * pattern takes more than a product of both lengths.
	 */
	private static boolean matches(String pattern, String name) {
		int p = 0;
		int n = 0;
		int star = -1;
		int resume = 0;
		while (n < name.length()) {
			if (p < pattern.length() && pattern.charAt(p) == '*') {
				star = p++;
				resume = n;
			}
			else if (p < pattern.length() && pattern.charAt(p) == '?') {
				p++;
				n += Character.charCount(name.codePointAt(n));
			}
			else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
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
