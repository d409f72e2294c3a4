package io.github.mcpclient.transport;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.LeftOvers;
import io.github.mcpclient.test.ShellServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts what /proc lists")
class StdioLeakTests {

	@Test
	void aThousandConnectionsLeaveNothingBehind() {
		McpServer server = McpServer.builder(ShellServer.settings("answer=done", "").build())
			.name("leak")
			.keepAlive(Duration.ofHours(1))
			.build();
		cycle(server, 10);
		long memory = usedMemory();
		int descriptors = descriptors();
		cycle(server, 1000);
		LeftOvers.assertNone("leak");
		Eventually.that(() -> {
			assertThat(descriptors()).isLessThanOrEqualTo(descriptors);
			assertThat(usedMemory() - memory).isLessThan(2 * 1024 * 1024);
		});
	}

	private static void cycle(McpServer server, int times) {
		for (int i = 0; i < times; i++) {
			server.connect();
			server.callTool("answer", Map.of());
			server.close();
		}
	}

	private static int descriptors() {
		String[] open = new File("/proc/self/fd").list();
		return (open != null) ? open.length : 0;
	}

	private static long usedMemory() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
