package io.github.mcpclient.samples;

import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.test.context.DynamicPropertyRegistry;

/**
 * The reference servers as {@code .ci/run} installs them, so that tests need no network.
 */
final class NpmServers {

	private static final Path DIRECTORY = Path.of("../.ci/npm").toAbsolutePath().normalize();

	private NpmServers() {
	}

	static boolean installed() {
		return Files.isDirectory(DIRECTORY.resolve("node_modules"));
	}

	/**
	 * Let a server be started from what is installed.
	 * @param registry takes the server's settings
	 * @param server the name of a server that is started with {@code npx}
	 */
	static void use(DynamicPropertyRegistry registry, String server) {
		registry.add("mcp.client.servers.%s.cwd".formatted(server), () -> DIRECTORY);
		registry.add("mcp.client.servers.%s.env.npm_config_offline".formatted(server), () -> true);
	}

}
