package io.github.mcpclient.test;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * Runs a main class of the tests in a JVM of its own, as the process of a stdio server.
 */
public final class ChildJvm {

	private ChildJvm() {
	}

	public static StdioTransportSettings.Builder settings(Class<?> main, List<String> args) {
		List<String> commandLine = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), main.getName()));
		commandLine.addAll(args);
		return StdioTransportSettings.command(java()).args(commandLine);
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java") + ((File.separatorChar == '\\') ? ".exe" : "");
	}

}
