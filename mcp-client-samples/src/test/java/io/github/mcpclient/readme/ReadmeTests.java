package io.github.mcpclient.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.github.mcpclient.Approval;
import io.github.mcpclient.McpApprovalException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.samples.SampleApplication;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.DEFINED_PORT)
class ReadmeTests {

	private final Readme readme = Readme.read();

	private final String sample;

	@TempDir
	private Path directory;

	ReadmeTests(@Value("${server.port}") int port) throws IOException {
		this.sample = "http://127.0.0.1:" + port;
	}

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = TestSocketUtils.findAvailableTcpPort();
		registry.add("server.port", () -> port);
	}

	@Test
	void firstBlockHoldsTheCommandsToRunAndToTest() {
		assertThat(this.readme.firstBlock()).containsExactly("mvn -q -Dmaven.test.skip spring-boot:run",
				"mvn -q verify");
	}

	@Test
	void coordinatesHaveTheVersionOfTheBuild() throws IOException {
		String version = this.readme.block("xml").replaceAll("(?s).*(<version>.*</version>).*", "$1");
		assertThat(Path.of("pom.xml")).content().contains(version);
	}

	@Test
	void pastedYamlMakesBeansThatThePastedClassUses() throws IOException {
		assertThat(Path.of("src/test/java/io/github/mcpclient/readme/Clock.java")).content()
			.endsWith(this.readme.block("java"));
		try (ConfigurableApplicationContext application = runPastedYaml()) {
			assertThat(application.getBean(Clock.class).time("Europe/Paris")).endsWith("[Europe/Paris]");
			assertThat(application.getBeansOfType(McpServer.class)).containsOnlyKeys("files", "sample");
		}
	}

	@Test
	void pastedYamlStartsProgram() throws IOException {
		Path npm = Path.of("../.ci/npm").toAbsolutePath().normalize();
		assumeThat(npm.resolve("node_modules")).as("'npm ci --prefix .ci/npm' was run").isDirectory();
		try (ConfigurableApplicationContext application = runPastedYaml("mcp.client.servers.files.cwd=" + npm)) {
			assertThat(application.getBean("files", McpServer.class).listTools()).extracting(Tool::name)
				.contains("list_directory");
		}
	}

	@Test
	void healthIsWhatTheSampleAnswers() {
		String health = this.readme.block("json").replaceAll("\"since\": .*", "");
		RestTestClient.bindToServer()
			.baseUrl(this.sample)
			.build()
			.get()
			.uri("/actuator/health")
			.exchange()
			.expectBody()
			.json(health);
	}

	@Test
	void pastedApprovalIsAskedForAndRefusedWithoutHandler() throws IOException {
		try (ConfigurableApplicationContext application = runPastedYaml()) {
			McpServer sample = application.getBean("sample", McpServer.class);
			assertThatExceptionOfType(McpApprovalException.class)
				.isThrownBy(() -> sample.callTool("print", Map.of("text", "hello")))
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Approval.Outcome.NO_HANDLER));
			assertThat(sample.callTool("time", Map.of("zone", "Europe/Paris")).isError()).isFalse();
		}
	}

	@Test
	void sampleAnswersForbiddenWithoutTerminal() {
		RestTestClient.bindToServer()
			.baseUrl(this.sample)
			.build()
			.post()
			.uri("/servers/local/tools/print")
			.contentType(MediaType.APPLICATION_JSON)
			.body("{ \"text\": \"hello\" }")
			.exchange()
			.expectStatus()
			.isForbidden();
	}

	private ConfigurableApplicationContext runPastedYaml(String... more) throws IOException {
		StringBuilder locations = new StringBuilder();
		for (String block : this.readme.blocks("yaml")) {
			Path yaml = Files.writeString(Files.createTempFile(this.directory, "application", ".yml"), block);
			locations.append(locations.isEmpty() ? "" : ",").append(yaml.toUri());
		}
		return new SpringApplicationBuilder(PastedApplication.class).web(WebApplicationType.NONE)
			.properties("mcp.client.servers.files.env.npm_config_offline=true")
			.properties(more)
			.run("--spring.config.location=" + locations, "--mcp.client.servers.sample.url=" + this.sample + "/mcp");
	}

	@EnableAutoConfiguration
	@Import(Clock.class)
	static class PastedApplication {

	}

}
