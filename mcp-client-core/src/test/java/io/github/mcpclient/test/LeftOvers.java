package io.github.mcpclient.test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a connection may not leave behind.
 */
public final class LeftOvers {

	private LeftOvers() {
	}

	/**
	 * Fails unless every child process and every thread of a server ends.
	 */
	public static void assertNone(String serverName) {
		Eventually.that(() -> {
			assertThat(processes()).isEmpty();
			assertThat(threads(serverName)).isEmpty();
		});
	}

	private static List<ProcessHandle> processes() {
		return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList();
	}

	private static List<String> threads(String serverName) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.endsWith("-" + serverName))
			.toList();
	}

	/**
	 * Whether a process is gone.
	 */
	public static boolean ended(String pid) {
		return ProcessHandle.of(Long.parseLong(pid)).map((process) -> !process.isAlive()).orElse(true);
	}

}
