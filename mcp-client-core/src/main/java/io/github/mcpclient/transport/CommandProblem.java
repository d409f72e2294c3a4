package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in words why a command could not be started.
 */
final class CommandProblem {

	// "error=2, No such …", and since JDK 25 "error: 2 (No such …"
	private static final Pattern NOT_FOUND = Pattern.compile("error(=|: )2\\b");

	private static final Pattern DENIED = Pattern.compile("error(=|: )13\\b");

	private static final Pattern ERROR = Pattern.compile("error(=|: )\\d.*");

	private CommandProblem() {
	}

	static String of(StdioTransportSettings settings, IOException cause) {
		String command = settings.command();
		String message = String.valueOf(cause.getMessage());
		if (settings.cwd().isPresent() && !Files.isDirectory(settings.cwd().get())) {
			return "the directory '%s' to run '%s' in does not exist".formatted(settings.cwd().get(), command);
		}
		if (NOT_FOUND.matcher(message).find()) {
			return "the command '%s' does not exist; check its spelling and the PATH".formatted(command);
		}
		if (DENIED.matcher(message).find()) {
			return "the command '%s' is not executable".formatted(command);
		}
		return "the command '%s' could not be started%s".formatted(command, reason(message));
	}

	private static String reason(String message) {
		Matcher error = ERROR.matcher(message);
		return error.find() ? ": " + error.group() : "";
	}

	static String unusable(StdioTransportSettings settings) {
		return "an argument or environment variable of the command '%s' holds a character that cannot be passed on"
			.formatted(settings.command());
	}

}
