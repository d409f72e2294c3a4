package io.github.mcpclient;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.mcpclient.test.Answer;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.InstantTransport;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.github.mcpclient.test.ShellServer;
import io.github.mcpclient.transport.EncodingErrors;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.InheritEnvironment;
import io.github.mcpclient.transport.StdioTransportSettings;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What can be set about a server, and what holds where nothing is set.
 */
class SettingsBehaviourTests {

	private static final URI URL = URI.create("https://user:secret@host.example:8443/mcp?token=secret#secret");

	private static final URI PLAIN_URL = URI.create("https://host.example/mcp");

	private static McpServerSettings settings(McpServer.Builder builder) {
		return ((DefaultMcpServerBuilder) builder).settings(() -> {
		});
	}

	@Test
	@Behaviour("A1")
	void everyKindOfServerTakesTheSamePolicyAndHandlers() {
		FailureFunction failures = (server, tool, failure) -> "failed";
		for (McpTransportSettings transport : List.of(StdioTransportSettings.command("npx").build(),
				HttpTransportSettings.sse(URL).build(), HttpTransportSettings.streamableHttp(URL).build(),
				InstantTransport.settings())) {
			McpServer server = McpServer.builder(transport)
				.name("any")
				.requestTimeout(Duration.ofSeconds(5))
				.notificationHandler(new RecordingHandler())
				.policy((policy) -> policy.cacheTools(true)
					.toolsCacheTtl(Duration.ofMinutes(1))
					.toolFilter(ToolFilter.of(List.of("a"), List.of())))
				.policy((policy) -> policy.useStructuredContent(true)
					.retry(RetryPolicy.of(3))
					.approval(ApprovalPolicy.always())
					.failureFunction(failures)
					.metaResolver((call) -> Map.of()))
				.build();
			assertThat(server.name()).isEqualTo("any");
			assertThat(server.useStructuredContent()).isTrue();
			assertThat(server.failureFunction()).hasValue(failures);
			assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> server.callTool("b", null));
		}
	}

	@Test
	@Behaviour("A2")
	void byDefaultEverythingIsAllowedAndNothingRepeatedOrKept() {
		McpServerPolicy policy = McpServerPolicy.builder().build();
		assertThat(policy.cacheTools()).isFalse();
		assertThat(policy.toolsCacheTtl()).isZero();
		assertThat(policy.toolFilter()).isSameAs(ToolFilter.all());
		assertThat(policy.enforceToolFilter()).isTrue();
		assertThat(policy.useStructuredContent()).isFalse();
		assertThat(policy.validateOutput()).isFalse();
		assertThat(policy.retry()).isEqualTo(RetryPolicy.none());
		assertThat(policy.retry().maxRetries()).isZero();
		assertThat(policy.retry().backoff()).isEqualTo(Duration.ofSeconds(1));
		assertThat(policy.approval()).isSameAs(ApprovalPolicy.never());
		assertThat(policy.approvalHandler()).isNull();
		assertThat(policy.approvalTimeout()).isEqualTo(Duration.ofMinutes(2));
		assertThat(policy.maxConcurrentRequests()).isZero();
		assertThat(policy.metaResolver()).isEmpty();
	}

	@Test
	@Behaviour("A2")
	void aFailureFunctionThatIsNotSetIsSomethingElseThanNone() {
		McpServer.Builder builder = McpServer.builder(InstantTransport.settings());
		assertThat(builder.build().useStructuredContent()).isFalse();
		assertThat(builder.build().failureFunction()).isEmpty();
		FailureFunction none = FailureFunction.none();
		builder.policy((policy) -> policy.failureFunction(none));
		assertThat(builder.build().failureFunction()).hasValue(none);
		assertThat(none.describe("server", "tool", new IllegalStateException())).isNull();
	}

	@Test
	@Behaviour("A2")
	void byDefaultTimeoutsLeaveRoomForAColdStart() {
		McpServerSettings settings = settings(McpServer.builder(InstantTransport.settings()));
		assertThat(settings.initializationTimeout()).isEqualTo(Duration.ofSeconds(60));
		assertThat(settings.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.toolTimeout()).isEqualTo(Duration.ofSeconds(60));
		assertThat(settings.keepAlive()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(10));
		assertThat(settings.reconnect()).isEqualTo(ReconnectPolicy.defaults());
	}

	@Test
	@Behaviour("A3")
	void aProcessNeedsACommandOnly() {
		StdioTransportSettings settings = StdioTransportSettings.command("npx").build();
		assertThat(settings.command()).isEqualTo("npx");
		assertThat(settings.args()).isEmpty();
		assertThat(settings.env()).isEmpty();
		assertThat(settings.cwd()).isEmpty();
		assertThat(settings.encoding()).isEqualTo(StandardCharsets.UTF_8);
		assertThat(settings.encodingErrors()).isEqualTo(EncodingErrors.STRICT);
		assertThatIllegalArgumentException().isThrownBy(() -> StdioTransportSettings.command(" ").build())
			.withMessageContaining("command");
	}

	@Test
	@Behaviour("A4")
	void aRemoteServerNeedsAUrlOnly() {
		for (HttpTransportSettings settings : List.of(HttpTransportSettings.streamableHttp(PLAIN_URL).build(),
				HttpTransportSettings.sse(PLAIN_URL).build())) {
			assertThat(settings.url()).isEqualTo(PLAIN_URL);
			assertThat(settings.headers()).isEmpty();
			assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
			assertThat(settings.readTimeout()).isEqualTo(Duration.ofSeconds(300));
			assertThat(settings.terminateOnClose()).isTrue();
		}
		for (String url : List.of("mcp", "ftp://host/", "http:///path", "http:opaque")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> HttpTransportSettings.streamableHttp(URI.create(url)).build())
				.withMessageContaining("URL");
		}
	}

	@Test
	@Behaviour("A5")
	void theReadTimeoutGovernsSilence() {
		try (ScriptedHttpServer http = ScriptedHttpServer.start().on("tools/call", (request, answer) -> {
			answer.stream();
			answer.awaitClientGone();
		});
				McpServer server = McpServer
					.builder(
							HttpTransportSettings.streamableHttp(http.url()).readTimeout(Duration.ofMillis(50)).build())
					.toolTimeout(Duration.ZERO)
					.build()) {
			assertThatExceptionOfType(McpClientException.class).isThrownBy(() -> server.callTool("silent", null))
				.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isTrue());
		}
	}

	@Test
	@Behaviour("A8")
	void withoutANameAServerIsNamedAfterItsTransportWithoutCredentials() {
		assertThat(McpServer.builder(StdioTransportSettings.command("/usr/bin/node").args("secret").build())
			.build()
			.name()).isEqualTo("stdio: node");
		assertThat(McpServer.builder(HttpTransportSettings.sse(URL).build()).name("").build().name())
			.isEqualTo("sse: https://host.example:8443/mcp");
		assertThat(McpServer.builder(HttpTransportSettings.streamableHttp(URL).build()).name("x").name("").build())
			.hasToString("McpServer[name=streamable-http: https://host.example:8443/mcp, state=NEW]");
	}

	@Test
	@Behaviour("A8")
	void twoServersOfOneNameAreRefused() {
		McpServer one = McpServer.builder(HttpTransportSettings.sse(URI.create("https://host/mcp?tenant=a")).build())
			.build();
		McpServer other = McpServer.builder(HttpTransportSettings.sse(URI.create("https://host/mcp?tenant=b")).build())
			.build();
		assertThatIllegalArgumentException().isThrownBy(() -> McpServerManager.of(List.of(one, other)))
			.withMessageContaining(one.name());
	}

	@Test
	@Behaviour("A9")
	void aTimeoutOfZeroIsNone() {
		McpServerSettings settings = settings(McpServer.builder(InstantTransport.settings())
			.requestTimeout(Duration.ZERO)
			.toolTimeout(Duration.ZERO)
			.initializationTimeout(Duration.ZERO));
		assertThat(Deadline.after(settings.requestTimeout()).remainingNanos()).isEqualTo(Long.MAX_VALUE);
		try (McpServer server = McpServer.builder(InstantTransport.settings())
			.requestTimeout(Duration.ZERO)
			.toolTimeout(Duration.ZERO)
			.initializationTimeout(Duration.ZERO)
			.keepAlive(Duration.ZERO)
			.build()) {
			server.ping();
			server.callTool("echo", null);
		}
	}

	static Stream<Arguments> invalidSettings() {
		Duration negative = Duration.ofNanos(-1);
		Duration overflow = Duration.ofSeconds(Long.MAX_VALUE);
		Duration second = Duration.ofSeconds(1);
		McpServerPolicy.Builder policy = McpServerPolicy.builder();
		McpServer.Builder server = McpServer.builder(InstantTransport.settings());
		List<Arguments> settings = new ArrayList<>();
		for (Duration invalid : List.of(negative, overflow)) {
			settings.add(Arguments.of("toolsCacheTtl", (Runnable) () -> policy.toolsCacheTtl(invalid)));
			settings.add(Arguments.of("approvalTimeout", (Runnable) () -> policy.approvalTimeout(invalid)));
			settings.add(Arguments.of("backoff", (Runnable) () -> new RetryPolicy(0, invalid, second, 0, false)));
			settings.add(Arguments.of("maxBackoff", (Runnable) () -> new RetryPolicy(0, second, invalid, 0, false)));
			settings.add(Arguments.of("initializationTimeout", (Runnable) () -> server.initializationTimeout(invalid)));
			settings.add(Arguments.of("requestTimeout", (Runnable) () -> server.requestTimeout(invalid)));
			settings.add(Arguments.of("toolTimeout", (Runnable) () -> server.toolTimeout(invalid)));
			settings.add(Arguments.of("keepAlive", (Runnable) () -> server.keepAlive(invalid)));
			settings.add(Arguments.of("shutdownTimeout", (Runnable) () -> server.shutdownTimeout(invalid)));
			settings.add(Arguments.of("maxDelay", (Runnable) () -> new ReconnectPolicy(true, second, invalid, 0)));
		}
		settings.add(Arguments.of("shutdownTimeout", (Runnable) () -> server.shutdownTimeout(Duration.ZERO)));
		settings
			.add(Arguments.of("initialDelay", (Runnable) () -> new ReconnectPolicy(true, Duration.ZERO, second, 0)));
		settings.add(Arguments.of("initialDelay", (Runnable) () -> new ReconnectPolicy(true, negative, second, 0)));
		settings.add(Arguments.of("maxAttempts", (Runnable) () -> new ReconnectPolicy(true, second, second, -2)));
		settings.add(Arguments.of("maxConcurrentRequests", (Runnable) () -> policy.maxConcurrentRequests(-1)));
		settings.add(Arguments.of("maxRetries", (Runnable) () -> RetryPolicy.of(-2)));
		settings.add(Arguments.of("maxRetries", (Runnable) () -> RetryPolicy.of(Integer.MIN_VALUE)));
		for (double invalid : new double[] { -0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY }) {
			settings.add(Arguments.of("jitter", (Runnable) () -> new RetryPolicy(0, second, second, invalid, false)));
		}
		settings.add(Arguments.of("timeout", (Runnable) () -> ToolCall.builder("tool").timeout(Duration.ZERO)));
		settings.add(Arguments.of("timeout", (Runnable) () -> ToolCall.builder("tool").timeout(negative)));
		settings.add(Arguments.of("Timeout",
				(Runnable) () -> HttpTransportSettings.sse(URL).connectTimeout(negative).build()));
		settings.add(
				Arguments.of("Timeout", (Runnable) () -> HttpTransportSettings.sse(URL).readTimeout(negative).build()));
		return settings.stream();
	}

	@ParameterizedTest
	@MethodSource("invalidSettings")
	@Behaviour("A10")
	void aNumberThatMakesNoSenseIsRefusedNamingTheSetting(String name, Runnable setting) {
		assertThatIllegalArgumentException().isThrownBy(setting::run).withMessageContaining(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT2562047H47M16.854775807S" })
	@Behaviour("A10")
	void zeroAndTheLongestTimeThatCanBeCountedAreFine(Duration time) {
		McpServerPolicy.builder().toolsCacheTtl(time).approvalTimeout(time).build();
		new RetryPolicy(-1, time, time, 1, false).delay(3, 1);
		McpServer.builder(InstantTransport.settings()).requestTimeout(time).toolTimeout(time).build();
	}

	@Test
	@Behaviour("A11")
	void whatWasGivenCanChangeWithoutChangingTheSettings() {
		List<String> args = new ArrayList<>(List.of("-y"));
		Map<String, String> env = new HashMap<>(Map.of("A", "1"));
		StdioTransportSettings stdio = StdioTransportSettings.command("npx").args(args).env(env).build();
		Map<String, String> headers = new HashMap<>(Map.of("X-A", "1"));
		HttpTransportSettings http = HttpTransportSettings.streamableHttp(PLAIN_URL).headers(headers).build();
		args.clear();
		env.clear();
		headers.clear();
		assertThat(stdio.args()).containsExactly("-y");
		assertThat(stdio.env()).containsExactly(Map.entry("A", "1"));
		assertThat(http.headers()).containsExactly(Map.entry("X-A", "1"));
		for (Runnable change : List.<Runnable>of(() -> stdio.args().clear(), () -> stdio.env().clear(),
				() -> http.headers().clear())) {
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change::run);
		}
	}

	@Test
	@Behaviour("A11")
	void aBuilderThatGoesOnDoesNotChangeWhatItBuilt() {
		McpServer.Builder builder = McpServer.builder(InstantTransport.settings())
			.policy((policy) -> policy.toolFilter(ToolFilter.of(List.of("echo"), List.of())));
		try (McpServer first = builder.build()) {
			builder.name("second").policy((policy) -> policy.toolFilter(ToolFilter.of(List.of(), List.of())));
			first.callTool("echo", null);
			assertThat(first.name()).isEqualTo("instant: here");
			try (McpServer second = builder.build()) {
				assertThatExceptionOfType(McpToolNotAllowedException.class)
					.isThrownBy(() -> second.callTool("echo", null));
			}
		}
	}

	@Test
	@Behaviour("A12")
	void eachNotificationReachesItsTypedMethodAndAHandlerThatThrowsHarmsNothing() {
		RecordingHandler recording = new RecordingHandler();
		Script script = new Script().on("tools/call notify",
				Script.notification("notifications/message", "{\"level\":\"info\",\"data\":\"hello\"}"),
				Script.notification("notifications/tools/list_changed", "{}"),
				Script.notification("notifications/prompts/list_changed", "{}"),
				Script.notification("notifications/resources/list_changed", "{}"),
				Script.notification("notifications/resources/updated", "{\"uri\":\"a:b\"}"), Script.text("done"));
		try (McpServer server = McpServer.builder(script.settings().build())
			.notificationHandler(new NotificationHandler() {

				@Override
				public void logging(String serverName, LoggingMessageNotification notification) {
					throw new IllegalStateException("on purpose");
				}

			})
			.notificationHandler(recording)
			.build()) {
			server.callTool("notify", null);
			Eventually.that(() -> assertThat(recording.updated).containsExactly("a:b"));
			assertThat(recording.logs).hasSize(1);
			assertThat(recording.changed).containsExactly(RecordingHandler.TOOLS, RecordingHandler.PROMPTS,
					RecordingHandler.RESOURCES);
			server.ping();
		}
	}

	@Test
	@Behaviour("A13")
	void aServerOfSomebodyElsesMakingTakesAPolicy() {
		FakeServer fake = new FakeServer();
		FailureFunction failures = (server, tool, failure) -> "failed";
		McpServer server = McpServer.guard(fake,
				McpServerPolicy.builder()
					.useStructuredContent(true)
					.failureFunction(failures)
					.metaResolver((call) -> Map.of("a", 1))
					.approval(ApprovalPolicy.named(false, List.of("guarded"), List.of()))
					.build());
		assertThat(server.useStructuredContent()).isTrue();
		assertThat(server.failureFunction()).hasValue(failures);
		server.callTool("free", null);
		assertThat(fake.calls.get(0).meta()).isEqualTo(Map.of("a", 1));
		assertThatExceptionOfType(McpApprovalException.class).isThrownBy(() -> server.callTool("guarded", null));
		assertThat(server.toString()).isEqualTo(fake.toString());
		assertThat(server.info()).isEmpty();
		assertThat(server.sessionId()).isEmpty();
	}

	@Test
	@Behaviour("A13")
	void anOperationThatItLacksFailsAtTheCallNamingServerAndOperation() {
		McpServer server = McpServer.guard(new FakeServer(), McpServerPolicy.builder().build());
		Map<String, Runnable> operations = Map.of("prompts/list", server::listPrompts, "resources/read",
				() -> server.readResource("a:b"), "resources/list", () -> server.listResources(null), "ping",
				server::ping, "completion/complete", () -> server.complete(null));
		operations
			.forEach((operation, run) -> assertThatExceptionOfType(McpProtocolException.class).isThrownBy(run::run)
				.withMessage("MCP server 'fake': does not support " + operation));
	}

	@Test
	@Behaviour("A14")
	void unknownNotificationsReachTheCatchAllOnSharedAndIsolatedSessions() {
		List<String> others = new CopyOnWriteArrayList<>();
		try (ScriptedHttpServer http = ScriptedHttpServer.start()) {
			http.on("tools/call", (request, answer) -> {
				if (http.requests("tools/call").size() == 1) {
					answer.stream();
					answer.event("{\"jsonrpc\":\"2.0\",\"method\":\"x/shared\"}");
					answer.event(Answer.reply(request, ScriptedHttpServer.text("shared")));
					answer.endStream();
				}
				else if (http.requests("tools/call").size() == 2) {
					answer.status(500, "");
				}
				else {
					answer.stream();
					answer.event("{\"jsonrpc\":\"2.0\",\"method\":\"x/isolated\",\"params\":{\"a\":1}}");
					answer.event(Answer.reply(request, ScriptedHttpServer.text("isolated")));
					answer.endStream();
				}
			});
			try (McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(http.url()).build())
				.policy((policy) -> policy.retry(new RetryPolicy(1, Duration.ZERO, Duration.ZERO, 0, true)))
				.notificationHandler(new NotificationHandler() {

					@Override
					public void other(String serverName, String method, Object params) {
						others.add(method + " " + params);
					}

				})
				.build()) {
				server.callTool("one", null);
				server.callTool("two", null);
				Eventually.that(() -> assertThat(others).containsExactly("x/shared null", "x/isolated {a=1}"));
			}
		}
	}

	@Test
	@Behaviour("A15")
	void aProcessGetsASafePartOfTheEnvironmentAndWhatIsGivenOverIt(@TempDir Path directory) throws IOException {
		Path printed = directory.resolve("environment");
		String print = "env > '" + printed + "'";
		try (McpServer server = McpServer
			.builder(ShellServer.settings(print, "").env(Map.of("GIVEN", "1", "HOME", "/elsewhere")).build())
			.build()) {
			server.connect();
		}
		List<String> safe = Files.readAllLines(printed);
		assertThat(safe).contains("GIVEN=1", "HOME=/elsewhere", "PATH=" + System.getenv("PATH"));
		try (McpServer server = McpServer.builder(
				ShellServer.settings("PATH=/bin:/usr/bin; " + print, "").inheritEnv(InheritEnvironment.NONE).build())
			.build()) {
			server.connect();
		}
		assertThat(Files.readAllLines(printed)).noneMatch((line) -> line.startsWith("HOME="));
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 302, 303 })
	@Behaviour("A16")
	void aRedirectThatChangesTheRequestIsNotFollowed(int status) {
		try (ScriptedHttpServer http = ScriptedHttpServer.start()) {
			http.on("initialize", (request, answer) -> answer.status(status, "", "Location: " + http.url("/other")));
			try (McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(http.url()).build())
				.build()) {
				assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::connect)
					.satisfies((ex) -> assertThat(ex.httpStatus()).hasValue(status));
				assertThat(http.requests()).noneMatch((request) -> request.target().equals("/other"));
			}
		}
	}

}
