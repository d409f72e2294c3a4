package io.github.mcpclient.test;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * Runs a main class of the tests in a JVM of its own, mostly as the process of a stdio
 * server.
 */
public final class ChildJvm {

	private ChildJvm() {
	}

	public static StdioTransportSettings.Builder settings(Class<?> main, List<String> args) {
		List<String> command = command(main, args);
		return StdioTransportSettings.command(command.get(0)).args(command.subList(1, command.size()));
	}

	public static List<String> command(Class<?> main, List<String> args) {
		List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), main.getName()));
		command.addAll(args);
		return command;
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java") + ((File.separatorChar == '\\') ? ".exe" : "");
	}

}
