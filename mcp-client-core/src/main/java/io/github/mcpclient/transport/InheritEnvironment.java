package io.github.mcpclient.transport;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which of the application's environment variables the process of a server can see.
 */
public enum InheritEnvironment {

	/** None at all. */
	NONE,

	/**
	 * Those that programs need to find their way, such as {@code PATH} and {@code HOME}.
	 */
	SAFE,

	/** All of them, the application's secrets included. */
	ALL;

	private static final Set<String> SAFE_NAMES = Set.of("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG",
			"LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT",
			"PROCESSOR_ARCHITECTURE", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME",
			"USERPROFILE", "WINDIR", "COMSPEC");

	Map<String, String> from(Map<String, String> environment) {
		Map<String, String> inherited = new TreeMap<>(environment);
		switch (this) {
			case NONE -> inherited.clear();
			case SAFE -> inherited.entrySet().removeIf((entry) -> !isSafe(entry.getKey(), entry.getValue()));
			case ALL -> {
			}
		}
		return inherited;
	}

	private static boolean isSafe(String name, String value) {
		boolean shellFunction = value.startsWith("()");
		return SAFE_NAMES.contains(name.toUpperCase(Locale.ROOT)) && !shellFunction;
	}

}
