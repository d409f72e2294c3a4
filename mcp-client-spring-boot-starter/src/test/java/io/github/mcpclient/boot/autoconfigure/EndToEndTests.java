package io.github.mcpclient.boot.autoconfigure;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.github.mcpclient.boot.server.StdioMcpServer;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is written in YAML arrives at real servers.
 */
@Timeout(120)
class EndToEndTests {

	@TempDir
	private Path directory;

	@Test
	void aProgramGetsItsEnvironmentAndItsDirectoryAndNothingElse() {
		try (ConfigurableApplicationContext context = TestApplication.yaml("""
				mcp.client.servers:
				  files:
				    command: %s
				    args: %s
				    env: { GREETING: "hello ${WHOM}" }
				    cwd: %s
				""".formatted(StdioMcpServer.command(), inYaml(StdioMcpServer.args()), this.directory))
			.variable("WHOM", "world")
			.run()) {
			McpServer files = context.getBean("files", McpServer.class);
			assertThat(call(files, "env", Map.of("name", "GREETING"))).isEqualTo("hello world");
			assertThat(call(files, "env", Map.of("name", "PATH"))).isEqualTo(System.getenv("PATH"));
			assertThat(call(files, "directory", Map.of())).isEqualTo(this.directory.toString());
		}
	}

	@Test
	void aProgramCanBeStartedWithoutAnyVariable() {
		try (ConfigurableApplicationContext context = TestApplication.yaml("""
				mcp.client.servers.files:
				  command: %s
				  args: %s
				  inherit-env: none
				""".formatted(StdioMcpServer.command(), inYaml(StdioMcpServer.args()))).run()) {
			assertThat(call(context.getBean("files", McpServer.class), "env", Map.of("name", "PATH")))
				.isEqualTo("null");
		}
	}

	@Test
	void aRemoteServerGetsItsHeaders() {
		try (HttpMcpServer remote = HttpMcpServer.start();
				ConfigurableApplicationContext context = TestApplication.yaml("""
						mcp.client:
						  defaults.headers: { X-Common: common, authorization: replaced }
						  servers.github:
						    url: %s?tenant=a
						    headers: { Authorization: "Bearer ${TOKEN}" }
						""".formatted(remote.url())).variable("TOKEN", "token").run()) {
			McpServer github = context.getBean("github", McpServer.class);
			assertThat(call(github, "header", Map.of("name", "authorization"))).isEqualTo("Bearer token");
			assertThat(call(github, "header", Map.of("name", "x-common"))).isEqualTo("common");
			assertThat(github.listTools()).extracting(Tool::name).contains("echo", "header");
		}
	}

	@Test
	void aRemoteServerIsReachedThroughItsProxy() {
		// Tomcat answers a proxy's requests, too
		try (HttpMcpServer proxy = HttpMcpServer.start();
				ConfigurableApplicationContext context = TestApplication.yaml("""
						mcp.client:
						  startup: lazy
						  servers.github:
						    url: http://github.invalid/mcp
						    proxy: http://localhost:%d
						""".formatted(proxy.port())).run()) {
			McpServer github = context.getBean("github", McpServer.class);
			assertThat(call(github, "header", Map.of("name", "host"))).isEqualTo("github.invalid");
		}
	}

	@Test
	void aRemoteServerIsTrustedByItsSslBundleOnly() throws Exception {
		Path keyStore = this.directory.resolve("server.p12");
		createKeyStore(keyStore, "password");
		try (HttpMcpServer remote = HttpMcpServer.startWithTls(keyStore, "password");
				ConfigurableApplicationContext context = TestApplication.yaml("""
						spring.ssl.bundle.jks.corporate.truststore:
						  location: %s
						  password: password
						mcp.client.startup: lazy
						mcp.client.servers:
						  trusted: { url: "%s", ssl-bundle: corporate }
						  stranger: { url: "%2$s" }
						""".formatted(keyStore.toUri(), remote.url())).run()) {
			McpServer trusted = context.getBean("trusted", McpServer.class);
			assertThat(call(trusted, "echo", Map.of("text", "hello"))).isEqualTo("hello");
			assertThatExceptionOfType(McpConnectionException.class)
				.isThrownBy(() -> context.getBean("stranger", McpServer.class).connect());
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void secretsAreNotLogged(CapturedOutput output) {
		try (HttpMcpServer remote = HttpMcpServer.start();
				ConfigurableApplicationContext context = TestApplication.yaml("""
						mcp.client:
						  startup: eager
						  servers:
						    github:
						      url: %s?token=s3cret
						      headers: { Authorization: s3cret }
						    down:
						      url: http://user:s3cret@localhost:1/s?token=s3cret
						    missing:
						      command: no-such-command
						      args: [ --token, s3cret ]
						      env: { TOKEN: s3cret }
						""".formatted(remote.url())).run()) {
			assertThat(context.getBean("github", McpServer.class).toString()).doesNotContain("s3cret");
		}
		assertThat(output).contains("'missing'", "'down'").doesNotContain("s3cret");
	}

	private static void createKeyStore(Path keyStore, String password) throws Exception {
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "server", "-keyalg", "RSA", "-storetype", "PKCS12", "-keystore",
				keyStore.toString(), "-storepass", password, "-dname", "CN=localhost", "-ext", "san=dns:localhost")
			.redirectErrorStream(true)
			.redirectOutput(Redirect.DISCARD)
			.start();
		assertThat(keytool.waitFor()).isZero();
	}

	private static String call(McpServer server, String tool, Map<String, Object> arguments) {
		return ((TextContent) server.callTool(tool, arguments).content().get(0)).text();
	}

	private static String inYaml(List<String> args) {
		return "[\"" + String.join("\", \"", args) + "\"]";
	}

}
