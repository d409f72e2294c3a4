package io.github.mcpclient.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@EnabledIfSystemProperty(named = "sample.jar", matches = ".+",
		disabledReason = "runs when the jar is packaged: mvn verify")
class PackagedApplicationTests {

	@TempDir
	private Path directory;

	@Test
	void runsWithItsEmbeddedServersAndLeavesNoProcess() throws Exception {
		Path output = this.directory.resolve("output");
		Process application = start(output);
		List<ProcessHandle> children;
		try {
			await().atMost(Duration.ofMinutes(2))
				.untilAsserted(() -> assertThat(output).content()
					.contains("local.add({a=40, b=2}) -> 42.0")
					.contains("remote.time({zone=Europe/Paris}) -> "));
			children = application.descendants().toList();
			assertThat(children).isNotEmpty();
		}
		finally {
			application.destroy();
		}
		assertThat(application.onExit()).succeedsWithin(Duration.ofSeconds(30));
		await().untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
	}

	private Process start(Path output) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		String port = String.valueOf(TestSocketUtils.findAvailableTcpPort());
		return new ProcessBuilder(java, "-jar", System.getProperty("sample.jar"), "--server.port=" + port)
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
	}

}
