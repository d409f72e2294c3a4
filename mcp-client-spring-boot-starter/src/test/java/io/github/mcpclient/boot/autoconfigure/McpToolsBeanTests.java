package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.Map;

import io.github.mcpclient.CallContext;
import io.github.mcpclient.FailureFunction;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpTool;
import io.github.mcpclient.McpTools;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The bean that shows the tools of all servers as one list.
 */
@Timeout(120)
class McpToolsBeanTests {

	private static HttpMcpServer remote;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("mcp.client.startup=lazy", "mcp.client.servers.github.url=" + remote.url(),
				"mcp.client.servers.github.tool-filter.allow=echo,env",
				"mcp.client.servers.my-files.url=" + remote.url(),
				"mcp.client.servers.my-files.tool-filter.allow=echo,log");

	@BeforeAll
	static void startServer() {
		remote = HttpMcpServer.start();
	}

	@AfterAll
	static void stopServer() {
		remote.close();
	}

	@Test
	void toolsHaveTheirServersAsPrefix() {
		this.runner.run((context) -> assertThat(context.getBean(McpTools.class).list()).extracting(McpTool::name)
			.containsExactly("mcp_github__echo", "mcp_github__env", "mcp_my-files__echo", "mcp_my-files__log"));
	}

	@Test
	void toolsAreNamedAsIsSet() {
		this.runner.withPropertyValues("mcp.client.tools.naming=original")
			.run((context) -> assertThatIllegalStateException().isThrownBy(() -> context.getBean(McpTools.class).list())
				.withMessageContaining("echo"));
	}

	@Test
	void schemasAreStrictIfThatIsSet() {
		this.runner.run((context) -> assertThat(context.getBean(McpTools.class).list()).noneMatch(McpTool::strict));
		this.runner.withPropertyValues("mcp.client.tools.strict-schemas=true")
			.run((context) -> assertThat(context.getBean(McpTools.class).list()).isNotEmpty()
				.allMatch(McpTool::strict));
	}

	@Test
	void payloadsAreRecordedIfThatIsSet() {
		this.runner
			.run((context) -> assertThat(callWith(context.getBean(McpTools.class), "s3cret")).contains("malformed JSON")
				.doesNotContain("s3cret"));
		this.runner.withPropertyValues("mcp.client.record-payloads=true")
			.run((context) -> assertThat(callWith(context.getBean(McpTools.class), "s3cret")).contains("s3cret"));
	}

	@Test
	void serversThatTheApplicationDefinesAreAmongThem() {
		this.runner.withBean("own", McpServer.class, () -> new UserServer("own"))
			.withBean(FailureFunction.class, () -> (server, tool, failure) -> "failed: " + server)
			.run((context) -> {
				McpTools tools = context.getBean(McpTools.class);
				assertThat(tools.list()).extracting(McpTool::serverName).contains("github", "my-files");
				McpTool unknown = new McpTool("x", "own", "", Map.of(), false, Tool.builder().name("x").build());
				assertThat(tools.callForModel(unknown, "no JSON", CallContext.empty()).asText())
					.isEqualTo("failed: own");
			});
	}

	@Test
	void anApplicationCanHaveAListOfItsOwn() {
		McpTools own = McpTools.builder(List.of()).build();
		this.runner.withBean("ownTools", McpTools.class, () -> own)
			.run((context) -> assertThat(context.getBean(McpTools.class)).isSameAs(own));
	}

	@Test
	void thereIsAListWithoutServers() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(McpTools.class).list()).isEmpty());
	}

	private static String callWith(McpTools tools, String arguments) {
		return tools.callForModel("mcp_github__echo", arguments, CallContext.empty()).asText();
	}

}
