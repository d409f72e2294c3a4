package io.github.mcpclient.samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIf(value = "io.github.mcpclient.samples.NpmServers#installed",
		disabledReason = "needs Node and 'npm ci --prefix .ci/npm'")
@ExtendWith(OutputCaptureExtension.class)
@ActiveProfiles("npm")
@SpringBootTest(webEnvironment = WebEnvironment.DEFINED_PORT)
class NpmProfileTests {

	@DynamicPropertySource
	static void properties(DynamicPropertyRegistry registry) {
		SampleClient.freePort(registry);
		NpmServers.use(registry, "everything");
		NpmServers.use(registry, "filesystem");
	}

	@Test
	void callsToolOfEachReferenceServer(CapturedOutput output) {
		assertThat(output).containsPattern("everything +stdio +CONNECTED +.*echo")
			.contains("everything.echo({message=hello}) -> Echo: hello")
			.containsPattern("filesystem +stdio +CONNECTED +.*read_file")
			.containsPattern("filesystem\\.list_allowed_directories\\(\\{}\\) -> Allowed directories:");
	}

}
