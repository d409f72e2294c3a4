package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.file.Files;

/**
 * Says in words why a command could not be started.
 */
final class CommandProblem {

	private static final String NOT_FOUND = "error=2,";

	private static final String DENIED = "error=13,";

	private CommandProblem() {
	}

	static String of(StdioTransportSettings settings, IOException cause) {
		String command = settings.command();
		String message = String.valueOf(cause.getMessage());
		if (settings.cwd().isPresent() && !Files.isDirectory(settings.cwd().get())) {
			return "the directory '%s' to run '%s' in does not exist".formatted(settings.cwd().get(), command);
		}
		if (message.contains(NOT_FOUND)) {
			return "the command '%s' does not exist; check its spelling and the PATH".formatted(command);
		}
		if (message.contains(DENIED)) {
			return "the command '%s' is not executable".formatted(command);
		}
		return "the command '%s' could not be started".formatted(command);
	}

}
