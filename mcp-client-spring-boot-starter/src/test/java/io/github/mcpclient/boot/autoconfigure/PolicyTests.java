package io.github.mcpclient.boot.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.mcpclient.Approval;
import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.McpApprovalException;
import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.McpToolNotAllowedException;
import io.github.mcpclient.SamplingHandler;
import io.github.mcpclient.ToolCall;
import io.github.mcpclient.boot.server.HttpMcpServer;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What is written of a policy holds for a real server.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class PolicyTests {

	private static final String NO_HANDLER = "MCP server 'github': there is no ApprovalHandler bean, "
			+ "so calls that need approval are refused";

	private static HttpMcpServer remote;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("mcp.client.startup=lazy", "mcp.client.servers.github.url=" + remote.url());

	@BeforeAll
	static void startServer() {
		remote = HttpMcpServer.start();
	}

	@AfterAll
	static void stopServer() {
		remote.close();
	}

	@Test
	void aFilterHidesAndRefusesTools() {
		withPolicy("tool-filter.allow=e*", "tool-filter.block=env").run((context) -> {
			assertThat(github(context).listTools()).extracting(Tool::name).containsExactly("echo");
			assertThat(call(context, "echo")).isEqualTo("hello");
			assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> call(context, "env"));
			assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> call(context, "directory"));
		});
	}

	@Test
	void aFilterThatIsNotEnforcedOnlyHidesTools() {
		withPolicy("tool-filter.block=echo", "tool-filter.enforce=false").run((context) -> {
			assertThat(github(context).listTools()).extracting(Tool::name).doesNotContain("echo").contains("env");
			assertThat(call(context, "echo")).isEqualTo("hello");
		});
	}

	@Test
	void aFilterOfTheDefaultsHoldsForAllServers() {
		this.runner
			.withPropertyValues("mcp.client.defaults.tool-filter.allow=echo",
					"mcp.client.servers.other.url=" + remote.url(), "mcp.client.servers.other.tool-filter.allow=env")
			.run((context) -> {
				assertThat(github(context).listTools()).extracting(Tool::name).containsExactly("echo");
				assertThat(context.getBean("other", McpServer.class).listTools()).extracting(Tool::name)
					.containsExactly("env");
			});
	}

	@Test
	void callsThatNeedApprovalAreRefusedIfThereIsNoHandlerWhichIsSaidAtTheStart(CapturedOutput output) {
		withPolicy("approval=always").run((context) -> {
			assertThat(output).containsOnlyOnce(NO_HANDLER);
			assertRefused(context, "echo", Approval.Outcome.NO_HANDLER);
		});
	}

	@Test
	void onlyListedToolsNeedApproval(CapturedOutput output) {
		withPolicy("approval.always=ec*").run((context) -> {
			assertThat(output).containsOnlyOnce(NO_HANDLER);
			assertThat(call(context, "directory")).isNotEmpty();
			assertRefused(context, "echo", Approval.Outcome.NO_HANDLER);
		});
	}

	@Test
	void allButListedToolsNeedApproval() {
		withPolicy("approval.never=ec*").run((context) -> {
			assertThat(call(context, "echo")).isEqualTo("hello");
			assertRefused(context, "directory", Approval.Outcome.NO_HANDLER);
		});
	}

	@Test
	void nobodyIsWarnedIfNoCallNeedsApproval(CapturedOutput output) {
		withPolicy("approval=never").run((context) -> assertThat(call(context, "echo")).isEqualTo("hello"));
		withPolicy("approval.default=never", "approval.never=echo")
			.run((context) -> assertThat(call(context, "echo")).isEqualTo("hello"));
		assertThat(output).doesNotContain("ApprovalHandler");
	}

	@Test
	void aHandlerHasAsMuchTimeAsIsSet() {
		withPolicy("approval.default=always", "approval.timeout=10ms")
			.withBean(ApprovalHandler.class, () -> (request) -> {
				new CompletableFuture<Void>().join();
				return Approval.approve();
			})
			.run((context) -> assertRefused(context, "echo", Approval.Outcome.TIMED_OUT));
	}

	@Test
	void toolsThatDoNotExistAreSaid(CapturedOutput output) {
		withPolicy("tool-filter.block=deleet", "approval.always=delte_*").run((context) -> {
			github(context).listTools();
			assertThat(output).contains("'deleet' in tool filter or approval matches none",
					"'delte_*' in tool filter or approval matches none");
		});
	}

	@Test
	void aCallThatMayHaveHappenedIsRepeatedOnlyIfThatIsSet() {
		ApplicationContextRunner retrying = withPolicy("retry.max-retries=2", "retry.backoff=1ms", "retry.jitter=0",
				"tool-timeout=200ms")
			.withBean(SamplingHandler.class,
					() -> (server, request) -> new CompletableFuture<CreateMessageResult>().join())
			.withBean(Retries.class);
		retrying.run((context) -> {
			assertThatExceptionOfType(McpClientException.class).isThrownBy(() -> call(context, "sample"));
			await().untilAsserted(() -> assertThat(context.getBean(Retries.class).heard).containsExactly("withheld"));
		});
		retrying.withPropertyValues("mcp.client.servers.github.retry.ambiguous=true").run((context) -> {
			assertThatExceptionOfType(McpClientException.class).isThrownBy(() -> call(context, "sample"));
			await().untilAsserted(() -> assertThat(context.getBean(Retries.class).heard).containsExactly("1", "2"));
		});
	}

	@Test
	void callsAboveTheLimitWait() {
		CompletableFuture<CreateMessageResult> answer = new CompletableFuture<>();
		Semaphore asked = new Semaphore(0);
		withPolicy("max-concurrent-requests=1").withBean(SamplingHandler.class, () -> (server, request) -> {
			asked.release();
			return answer.join();
		}).run((context) -> {
			CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> call(context, "sample"));
			asked.acquire();
			ToolCall second = ToolCall.builder("echo").timeout(Duration.ofMillis(100)).build();
			assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> github(context).callTool(second));
			answer.complete(CreateMessageResult.builder(Role.ASSISTANT, new TextContent("answer"), "model").build());
			assertThat(first.join()).contains("answer");
			assertThat(call(context, "echo")).isEqualTo("hello");
		});
	}

	@Test
	void aListOfToolsIsKeptUntilItIsTooOld() {
		AtomicInteger requests = new AtomicInteger();
		McpAuthProvider counter = (server) -> {
			requests.incrementAndGet();
			return Map.of();
		};
		ApplicationContextRunner caching = withPolicy("cache-tools=true", "keep-alive=0")
			.withBean(McpAuthProvider.class, () -> counter);
		caching.run((context) -> assertThat(requestsOfSecondListing(context, requests)).isZero());
		caching.withPropertyValues("mcp.client.servers.github.tools-cache-ttl=1ns")
			.run((context) -> assertThat(requestsOfSecondListing(context, requests)).isOne());
	}

	@Test
	void aModelIsShownStructuredContentIfThatIsSet() {
		withPolicy().run((context) -> assertThat(github(context).useStructuredContent()).isFalse());
		withPolicy("use-structured-content=true")
			.run((context) -> assertThat(github(context).useStructuredContent()).isTrue());
	}

	@Test
	void structuredContentIsCheckedIfThatIsSet() {
		withPolicy().run((context) -> assertThat(call(context, "number")).isEqualTo("none"));
		withPolicy("validate-output=true").run((context) -> {
			github(context).listTools();
			assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> call(context, "number"));
		});
	}

	@Test
	void aServerThatRefusesToBeToldIsUsedIfThatIsSet() throws IOException {
		HttpServer refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		refusing.createContext("/", PolicyTests::refuseNotifications);
		refusing.start();
		ApplicationContextRunner refused = withPolicy(
				"url=http://localhost:" + refusing.getAddress().getPort() + "/mcp");
		refused.run((context) -> assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> github(context).connect()));
		refused.withPropertyValues("mcp.client.servers.github.ignore-initialized-notification-failure=true")
			.run((context) -> {
				github(context).connect();
				assertThat(github(context).status().state()).isEqualTo(McpServerStatus.State.CONNECTED);
			});
		refusing.stop(0);
	}

	private ApplicationContextRunner withPolicy(String... properties) {
		ApplicationContextRunner policed = this.runner;
		for (String property : properties) {
			policed = policed.withPropertyValues("mcp.client.servers.github." + property);
		}
		return policed;
	}

	private static int requestsOfSecondListing(ApplicationContext context, AtomicInteger requests) {
		github(context).listTools();
		int before = requests.get();
		github(context).listTools();
		return requests.get() - before;
	}

	private static void assertRefused(ApplicationContext context, String tool, Approval.Outcome outcome) {
		assertThatExceptionOfType(McpApprovalException.class).isThrownBy(() -> call(context, tool))
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(outcome));
	}

	private static McpServer github(ApplicationContext context) {
		return context.getBean("github", McpServer.class);
	}

	private static String call(ApplicationContext context, String tool) {
		return ((TextContent) github(context).callTool(tool, Map.of("text", "hello")).content().get(0)).text();
	}

	private static void refuseNotifications(HttpExchange exchange) throws IOException {
		String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		if (!request.contains("\"initialize\"")) {
			exchange.sendResponseHeaders(500, -1);
			exchange.close();
			return;
		}
		String id = request.replaceAll("(?s).*\"id\":(\"[^\"]*\"|\\d+).*", "$1");
		byte[] reply = """
				{ "jsonrpc": "2.0", "id": %s, "result": { "protocolVersion": "2025-06-18", "capabilities": {},
					"serverInfo": { "name": "refusing", "version": "1" } } }""".formatted(id)
			.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.sendResponseHeaders(200, reply.length);
		exchange.getResponseBody().write(reply);
		exchange.close();
	}

	static class Retries implements McpServerListener {

		final List<String> heard = new CopyOnWriteArrayList<>();

		@Override
		public void statusChanged(String serverName, McpServerStatus status) {
		}

		@Override
		public void retrying(String serverName, String operation, int retry, McpClientException failure) {
			this.heard.add(String.valueOf(retry));
		}

		@Override
		public void retryWithheld(String serverName, String operation, McpClientException failure) {
			this.heard.add("withheld");
		}

	}

}
