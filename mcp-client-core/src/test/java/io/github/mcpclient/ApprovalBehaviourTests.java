package io.github.mcpclient;

import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.mcpclient.Approval.Outcome;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.LogOf;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Which calls need approval, who gives it, and how one might do without it.
 */
class ApprovalBehaviourTests {

	private static final Logger LOGGER = LoggerFactory.getLogger("mcp.server.fake");

	private static final ApprovalHandler YES = (request) -> Approval.approve();

	private final FakeServer fake = new FakeServer().tools(Definitions.requiring("write", "path"),
			Definitions.readOnly("read"), Definitions.tool("other"));

	/** What listeners were told. */
	private final List<String> events = new CopyOnWriteArrayList<>();

	/** What the handler was asked. */
	private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();

	private Guard guard(McpServerPolicy.Builder policy) {
		McpServerListener listener = new McpServerListener() {

			@Override
			public void statusChanged(String serverName, McpServerStatus status) {
			}

			@Override
			public void approvalDecided(String serverName, String toolName, Outcome outcome) {
				ApprovalBehaviourTests.this.events.add(serverName + " " + toolName + " " + outcome);
			}

		};
		return new Guard("fake", policy.build(), new ServerEvents("fake", List.of(listener), LOGGER), LOGGER);
	}

	private ApprovalHandler recording(ApprovalHandler handler) {
		return (request) -> {
			this.asked.add(request);
			return handler.decide(request);
		};
	}

	private McpServer server(McpServerPolicy.Builder policy) {
		return new GuardedMcpServer(this.fake, guard(policy));
	}

	private McpServer server(ApprovalPolicy policy, ApprovalHandler handler) {
		return server(McpServerPolicy.builder().approval(policy).approvalHandler(recording(handler)));
	}

	private static ToolCall call(String tool, Map<String, ?> arguments, CallContext context) {
		return ToolCall.builder(tool).arguments(arguments).context(context).build();
	}

	private static CallContext as(String principal) {
		return CallContext.of(() -> principal);
	}

	private McpApprovalException assertRefused(McpServer server, ToolCall call, Outcome outcome) {
		int sent = this.fake.calls.size();
		McpApprovalException failure = catchThrowableOfType(McpApprovalException.class, () -> server.callTool(call));
		assertThat(failure.outcome()).isEqualTo(outcome);
		assertThat(failure.outcomeUnknown()).isFalse();
		assertThat(this.fake.calls).hasSize(sent);
		return failure;
	}

	private McpApprovalException assertRefused(McpServer server, String tool, Outcome outcome) {
		return assertRefused(server, ToolCall.builder(tool).build(), outcome);
	}

	@Test
	@Behaviour({ "G1", "A2" })
	void withoutAPolicyNobodyIsAsked() {
		McpServer server = server(McpServerPolicy.builder().approvalHandler(recording(YES)));
		server.callTool("other", null);
		assertThat(this.asked).isEmpty();
	}

	@Test
	@Behaviour("G1")
	void alwaysAsksBeforeEachCallAndNeverBeforeNone() {
		McpServer server = server(ApprovalPolicy.always(), YES);
		server.callTool("other", null);
		server.callTool("other", null);
		server.callTool("not listed", null);
		assertThat(this.asked).hasSize(3);
		server(ApprovalPolicy.never(), YES).callTool("other", null);
		assertThat(this.asked).hasSize(3);
		assertThat(this.fake.calls).hasSize(4);
	}

	@Test
	@Behaviour("G2")
	void alwaysAndNeverAreListsOfNamesOrGlobs() {
		McpServer server = server(ApprovalPolicy.named(false, List.of("wr*", "other"), List.of("read")), YES);
		server.callTool("write", Map.of("path", "a"));
		server.callTool("other", null);
		server.callTool("read", null);
		server.callTool("anything", null);
		assertThat(this.asked).extracting((request) -> request.tool().name()).containsExactly("write", "other");
	}

	@Test
	@Behaviour("G2")
	void aNameInBothListsIsRefusedAndAToolThatBothMatchNeedsApproval() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> ApprovalPolicy.named(true, List.of("a", "b*"), List.of("b*")))
			.withMessage("'b*' cannot be both always and never subject to approval");
		ApprovalPolicy both = ApprovalPolicy.named(false, List.of("write_*"), List.of("*_log"));
		assertThat(both.requiresApproval(CallContext.empty(), Definitions.tool("write_log"))).isTrue();
		assertThat(both.requiresApproval(CallContext.empty(), Definitions.tool("read_log"))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	@Behaviour("G2")
	void aBlankNameIsRefused(String blank) {
		assertThatIllegalArgumentException().isThrownBy(() -> ApprovalPolicy.named(true, List.of(blank), List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> ApprovalPolicy.named(true, List.of(), List.of(blank)));
	}

	@Test
	@Behaviour("G3")
	void perToolTheExactNameDecides() {
		Map<String, Boolean> tools = new LinkedHashMap<>(Map.of("always", false, "never", true, "r*d", true));
		ApprovalPolicy policy = ApprovalPolicy.perTool(tools, false);
		tools.put("read", true);
		assertThat(List.of("always", "never", "read", "r*d", "NEVER"))
			.filteredOn((name) -> policy.requiresApproval(CallContext.empty(), Definitions.tool(name)))
			.containsExactly("never", "r*d");
	}

	@Test
	@Behaviour("G4")
	void theDefaultSaysWhatHappensToToolsThatAreNotNamed() {
		for (boolean otherwise : new boolean[] { true, false }) {
			assertThat(ApprovalPolicy.named(otherwise, List.of("a"), List.of("b"))
				.requiresApproval(CallContext.empty(), Definitions.tool("c"))).isEqualTo(otherwise);
			assertThat(ApprovalPolicy.perTool(Map.of("a", true), otherwise)
				.requiresApproval(CallContext.empty(), Definitions.tool("c"))).isEqualTo(otherwise);
		}
	}

	@Test
	@Behaviour("G4")
	void aNameThatMeansNoToolIsWarnedOf() {
		try (LogOf log = new LogOf("mcp.server.fake")) {
			server(ApprovalPolicy.named(true, List.of("wriet"), List.of("read", "re?d", "raed")), YES).listTools();
			server(ApprovalPolicy.perTool(Map.of("write", true, "w*", true), true), YES).listTools();
			assertThat(log.warnings()).containsExactlyInAnyOrder(
					"'wriet' in tool filter or approval matches none of the server's tools",
					"'raed' in tool filter or approval matches none of the server's tools",
					"'w*' in tool filter or approval matches none of the server's tools");
		}
	}

	@Test
	@Behaviour("G5")
	void aPredicateSeesContextAndDefinition() {
		List<CallContext> contexts = new ArrayList<>();
		McpServer server = server((context, tool) -> {
			contexts.add(context);
			return !Boolean.TRUE.equals((tool.annotations() != null) ? tool.annotations().readOnlyHint() : null);
		}, YES);
		server.callTool(call("read", Map.of(), as("alice")));
		assertThat(this.asked).isEmpty();
		server.callTool(call("other", Map.of(), CallContext.empty().withAttributes(Map.of("tenant", "blue"))));
		assertThat(this.asked).hasSize(1);
		assertThat(contexts).extracting(CallContext::serverName).containsExactly("fake", "fake");
		assertThat(contexts.get(0).principal()).map(Principal::getName).hasValue("alice");
	}

	@Test
	@Behaviour("G5")
	void aPredicateThatKnowsNothingOfTheContextIsNotBelieved() {
		McpServer server = server((context, tool) -> false, (request) -> Approval.deny("no"));
		assertRefused(server, "read", Outcome.DENIED);
		assertRefused(server, call("read", Map.of(), CallContext.empty().withAttributes(Map.of())), Outcome.DENIED);
		server.callTool(call("read", Map.of(), as("alice")));
	}

	@Test
	@Behaviour("G5")
	void aPredicateThatThrowsCountsAsRequired() {
		try (LogOf log = new LogOf("mcp.server.fake")) {
			McpServer server = server((context, tool) -> {
				throw new IllegalStateException("no idea");
			}, (request) -> Approval.deny("no"));
			assertRefused(server, call("read", Map.of(), as("alice")), Outcome.DENIED);
			assertThat(log.warnings())
				.containsExactly("The approval policy failed for the tool 'read', which therefore "
						+ "needs approval: java.lang.IllegalStateException: no idea");
		}
	}

	@Test
	@Behaviour({ "G5", "C13" })
	void aPredicateDoesNotJudgeAToolThatTheServerDoesNotList() {
		McpServer server = server((context, tool) -> false, YES);
		assertThatExceptionOfType(McpToolNotAllowedException.class)
			.isThrownBy(() -> server.callTool(call("hidden", Map.of(), as("alice"))));
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("G5")
	void aPredicateJudgesByTheDefinitionThatTheServerHasNow() {
		Guard guard = guard(McpServerPolicy.builder()
			.cacheTools(true)
			.approval((context, tool) -> tool.annotations() == null
					|| !Boolean.TRUE.equals(tool.annotations().readOnlyHint())));
		McpServer server = new GuardedMcpServer(this.fake, guard);
		server.callTool(call("read", Map.of(), as("alice")));
		this.fake.tools(Definitions.tool("read"));
		guard.toolsChanged();
		assertRefused(server, call("read", Map.of(), as("alice")), Outcome.NO_HANDLER);
		this.fake.tools(Definitions.readOnly("read"));
		guard.connectionOpened();
		server.callTool(call("read", Map.of(), as("alice")));
	}

	@Test
	@Behaviour("G6")
	void theHandlerIsToldServerToolArgumentsAndContext() {
		McpServer server = server(ApprovalPolicy.always(), YES);
		server.callTool(call("write", Map.of("path", "/etc"), as("alice")));
		ApprovalRequest request = this.asked.get(0);
		assertThat(request.serverName()).isEqualTo("fake");
		assertThat(request.tool()).isEqualTo(Definitions.requiring("write", "path"));
		assertThat(request.arguments()).isEqualTo(Map.of("path", "/etc"));
		assertThat(request.context().principal()).map(Principal::getName).hasValue("alice");
		assertThat(request.context().serverName()).isEqualTo("fake");
		assertThat(request.toString()).isEqualTo("ApprovalRequest[serverName=fake, tool=write]");
	}

	@Test
	@Behaviour("G6")
	void aHandlerIsToldTheNameOfAToolThatTheServerDoesNotList() {
		McpServer server = server(ApprovalPolicy.always(), YES);
		server.callTool("hidden", null);
		server.callTool("", null);
		assertThat(this.asked).extracting((request) -> request.tool().name()).containsExactly("hidden", "");
		assertThat(this.asked.get(0).tool().annotations()).isNull();
	}

	@Test
	@Behaviour("G6")
	void aDenialCarriesItsReason() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.deny("not on a Friday"));
		assertThat(assertRefused(server, "other", Outcome.DENIED))
			.hasMessage("MCP server 'fake': the call of 'other' was not approved: not on a Friday");
	}

	@Test
	@Behaviour("G6")
	void theHandlerMayChangeTheArguments() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveWith(Map.of("path", "/tmp")));
		server.callTool(call("write", Map.of("path", "/etc"), as("alice")));
		assertThat(this.fake.calls.get(0).arguments()).isEqualTo(Map.of("path", "/tmp"));
		assertThat(this.fake.calls.get(0).context().principal()).isPresent();
	}

	@Test
	@Behaviour("G6")
	void theHandlerMayTakeItsTime() {
		Blocker blocker = new Blocker();
		McpServer server = server(ApprovalPolicy.always(), (request) -> {
			blocker.block();
			return Approval.approve();
		});
		Running<?> call = Running.start(() -> server.callTool("other", null));
		blocker.awaitEntered();
		call.awaitWaiting();
		assertThat(this.fake.calls).isEmpty();
		blocker.release();
		call.result();
		assertThat(this.fake.calls).hasSize(1);
	}

	@Test
	@Behaviour("G6")
	void theListIsFetchedForAHandlerThatIsAskedAndForNoOther() {
		ApprovalPolicy policy = ApprovalPolicy.named(false, List.of("write"), List.of());
		McpServer server = server(McpServerPolicy.builder().approval(policy).approvalHandler(recording(YES)));
		server.callTool("read", Map.of());
		assertThat(this.fake.listings).hasValue(0);
		server.callTool("write", Map.of("path", "/etc"));
		assertThat(this.fake.listings).hasValue(1);
		assertRefused(server(McpServerPolicy.builder().approval(policy)), "write", Outcome.NO_HANDLER);
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("G6")
	void theArgumentsOfTheCallerAreSentUnlessTheHandlerChangesThem() {
		Map<String, Object> arguments = Map.of("path", "/etc");
		for (McpServer server : List.of(server(ApprovalPolicy.never(), YES), server(ApprovalPolicy.always(), YES),
				server((context, tool) -> false, YES),
				server(ApprovalPolicy.always(), (request) -> Approval.approveForSession()))) {
			server.callTool(call("write", arguments, as("alice")));
			server.callTool(call("write", arguments, as("alice")));
		}
		assertThat(this.fake.calls).hasSize(8).extracting(ToolCall::arguments).containsOnly(arguments);
	}

	@Test
	@Behaviour("G7")
	void withoutAHandlerTheCallIsRefused() {
		McpServer server = server(McpServerPolicy.builder().approval(ApprovalPolicy.always()));
		assertThat(assertRefused(server, "other", Outcome.NO_HANDLER)).hasMessage("MCP server 'fake': the call of "
				+ "'other' was not approved: it needs approval and there is no ApprovalHandler");
	}

	@Test
	@Behaviour("G7")
	void whereTheHandlerThrowsTheCallIsRefused() {
		for (Throwable thrown : List.of(new IllegalStateException("no"), new StackOverflowError(),
				new NoClassDefFoundError("gone"), new McpInterruptedException("fake", "it", false))) {
			McpServer server = server(ApprovalPolicy.always(), (request) -> {
				throw ApprovalBehaviourTests.<RuntimeException>sneaky(thrown);
			});
			assertThat(assertRefused(server, "other", Outcome.FAILED)).hasCause(thrown);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
		throw (T) thrown;
	}

	@Test
	@Behaviour("G7")
	void whereTheHandlerAnswersNullTheCallIsRefused() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> null);
		assertThat(assertRefused(server, "other", Outcome.FAILED)).hasMessageContaining("gave no answer");
	}

	@Test
	@Behaviour("G7")
	void whereTheHandlerTakesTooLongTheCallIsRefusedAndTheHandlerInterrupted() {
		Blocker blocker = new Blocker();
		McpServer server = server(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalTimeout(Duration.ofMillis(1))
			.approvalHandler((request) -> {
				blocker.block();
				return Approval.approve();
			}));
		assertThat(assertRefused(server, "other", Outcome.TIMED_OUT)).hasMessageContaining("nobody decided in time");
		// where the pool had no thread in time, the handler never ran
		server.close();
	}

	@Test
	@Behaviour({ "G7", "E17" })
	void theTimeoutOfTheCallBoundsTheHandlerToo() {
		Blocker blocker = new Blocker();
		McpServer server = server(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalTimeout(Duration.ZERO)
			.approvalHandler((request) -> {
				blocker.block();
				return Approval.approve();
			}));
		Running<?> call = Running
			.start(() -> server.callTool(ToolCall.builder("other").timeout(Duration.ofMillis(50)).build()));
		assertThat(call.failure()).isInstanceOfAny(McpApprovalException.class, McpTimeoutException.class);
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "G7", "B17" })
	void whereTheServerIsClosedMeanwhileTheCallFailsAtOnceAndTheHandlerIsInterrupted() {
		Blocker blocker = new Blocker();
		McpServer server = server(ApprovalPolicy.always(), (request) -> {
			blocker.block();
			return Approval.approve();
		});
		Running<?> call = Running.start(() -> server.callTool("other", null));
		blocker.awaitEntered();
		server.close();
		assertThat(call.failure()).isInstanceOf(McpConnectionException.class).hasMessage("MCP server 'fake': closed");
		blocker.awaitInterrupted();
		server.connect();
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "G7", "B17" })
	void anApprovalThatComesAfterTheServerWasClosedAndOpenedAgainComesTooLate() {
		AtomicReference<McpServer> server = new AtomicReference<>();
		server.set(server(ApprovalPolicy.always(), (request) -> {
			server.get().close();
			server.get().connect();
			return Approval.approve();
		}));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.get().callTool("other", null))
			.withMessage("MCP server 'fake': closed");
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "G7", "E11" })
	void whereTheCallerIsInterruptedNothingIsSentAndTheHandlerIsInterrupted() {
		Blocker blocker = new Blocker();
		McpServer server = server(ApprovalPolicy.always(), (request) -> {
			blocker.block();
			return Approval.approve();
		});
		Running<?> call = Running.start(() -> server.callTool("other", null));
		blocker.awaitEntered();
		call.interrupt();
		assertThat(call.failure()).isInstanceOf(McpInterruptedException.class);
		call.assertInterruptFlagRestored();
		blocker.awaitInterrupted();
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "G7", "E11" })
	void whereAnAsynchronousCallerCancelsTheHandlerIsInterrupted() {
		Blocker blocker = new Blocker();
		McpServer server = server(ApprovalPolicy.always(), (request) -> {
			blocker.block();
			return Approval.approve();
		});
		Disposable call = server.async().callTool("other", null).subscribe();
		blocker.awaitEntered();
		call.dispose();
		blocker.awaitInterrupted();
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour("G7")
	void noWayOfCallingGoesPastApproval() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.deny("no"));
		List<Runnable> ways = List.of(() -> server.callTool("other", null), () -> server.callTool("other", Map.of()),
				() -> server.callTool(ToolCall.builder("other").build()),
				() -> server.async().callTool("other", null).block(Duration.ofMinutes(1)),
				() -> server.async().callTool(ToolCall.builder("other").build()).block(Duration.ofMinutes(1)),
				() -> McpServerManager.of(List.of(server)).server("fake").callTool("other", null),
				() -> McpServer.guard(server, McpServerPolicy.builder().build()).callTool("other", null));
		for (Runnable way : ways) {
			assertThatExceptionOfType(McpApprovalException.class).isThrownBy(way::run);
		}
		server.invalidateToolsCache();
		server.toolFilter((context, tool) -> true);
		assertRefused(server, "other", Outcome.DENIED);
		server.close();
		server.connect();
		assertRefused(server, "other", Outcome.DENIED);
	}

	@Test
	@Behaviour({ "G7", "F4" })
	void aCallThatIsRetriedIsAskedForOnce() {
		AtomicInteger failures = new AtomicInteger(3);
		this.fake.answer((call) -> {
			if (failures.getAndDecrement() > 0) {
				throw new McpConnectionException("fake", "refused", null);
			}
			return FakeServer.text("done");
		});
		McpServer server = server(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalHandler(recording(YES))
			.retry(new RetryPolicy(3, Duration.ZERO, Duration.ZERO, 0, false)));
		server.callTool("other", null);
		assertThat(this.fake.calls).hasSize(4);
		assertThat(this.asked).hasSize(1);
	}

	@Test
	@Behaviour("G8")
	void everyDecisionIsAnEventAndLoggedWithoutArguments() {
		Map<Outcome, ApprovalHandler> handlers = new LinkedHashMap<>();
		handlers.put(Outcome.APPROVED, YES);
		handlers.put(Outcome.APPROVED_FOR_SESSION, (request) -> Approval.approveForSession());
		handlers.put(Outcome.CHANGED, (request) -> Approval.approveWith(Map.of("path", "secret-2")));
		handlers.put(Outcome.DENIED, (request) -> Approval.deny("no"));
		handlers.put(Outcome.FAILED, (request) -> null);
		handlers.put(Outcome.NO_HANDLER, null);
		try (LogOf log = new LogOf("mcp.server.fake")) {
			handlers.forEach((outcome, handler) -> {
				McpServer server = server(
						McpServerPolicy.builder().approval(ApprovalPolicy.always()).approvalHandler(handler));
				try {
					server.callTool("write", Map.of("path", "secret-1"));
				}
				catch (McpApprovalException ex) {
					assertThat(ex.outcome()).isEqualTo(outcome);
					assertThat(ex.toString()).doesNotContain("secret");
				}
				Eventually.that(() -> assertThat(this.events).containsExactly("fake write " + outcome));
				this.events.clear();
				assertThat(log.messages()).contains("Approval of a call of 'write': " + outcome);
			});
			assertThat(log.messages().toString()).doesNotContain("secret");
		}
		assertThat(Approval.approveWith(Map.of("path", "secret")).toString()).isEqualTo("Approval[CHANGED]");
	}

	@Test
	@Behaviour("G8")
	void aTimeoutIsADecision() {
		Blocker blocker = new Blocker();
		McpServer server = server(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalTimeout(Duration.ofMillis(1))
			.approvalHandler((request) -> {
				blocker.block();
				return Approval.approve();
			}));
		assertRefused(server, "other", Outcome.TIMED_OUT);
		Eventually.that(() -> assertThat(this.events).containsExactly("fake other TIMED_OUT"));
	}

	@Test
	@Behaviour("G8")
	void whatIsRememberedIsNotDecidedAgain() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveForSession());
		server.callTool("other", null);
		server.callTool("other", null);
		Eventually.that(() -> assertThat(this.events).containsExactly("fake other APPROVED_FOR_SESSION"));
		assertThat(this.fake.calls).hasSize(2);
	}

	@Test
	@Behaviour("G9")
	void anApprovalOnceHoldsForOneCall() {
		McpServer server = server(ApprovalPolicy.always(), YES);
		server.callTool("other", null);
		server.callTool("other", null);
		assertThat(this.asked).hasSize(2);
	}

	@Test
	@Behaviour("G9")
	void forThisSessionHoldsForThatPrincipalAndToolOnly() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveForSession());
		List<ToolCall> different = List.of(call("other", Map.of(), as("alice")), call("other", Map.of(), as("bob")),
				call("other", Map.of(), as("")), call("other", Map.of(), CallContext.empty()),
				call("read", Map.of(), as("alice")), call("OTHER", Map.of(), as("alice")));
		for (int round = 0; round < 2; round++) {
			different.forEach(server::callTool);
		}
		assertThat(this.asked).hasSize(different.size());
		assertThat(this.fake.calls).hasSize(2 * different.size());
	}

	@Test
	@Behaviour("G9")
	void forThisSessionHoldsForOtherArgumentsAndAttributesToo() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveForSession());
		server.callTool(call("other", Map.of("a", 1), as("alice")));
		server.callTool(call("other", Map.of("a", 2), as("alice").withAttributes(Map.of("tenant", "blue"))));
		assertThat(this.asked).hasSize(1);
	}

	@Test
	@Behaviour("G9")
	void aPrincipalWithoutANameIsAskedEachTime() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveForSession());
		server.callTool("other", null);
		server.callTool(call("other", Map.of(), as(null)));
		server.callTool(call("other", Map.of(), as(null)));
		assertThat(this.asked).hasSize(3);
	}

	@Test
	@Behaviour("G9")
	void forThisSessionEndsWithTheConnection() {
		Guard guard = guard(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalHandler(recording((request) -> Approval.approveForSession())));
		McpServer server = new GuardedMcpServer(this.fake, guard);
		server.callTool("other", null);
		guard.connectionEnded();
		server.callTool("other", null);
		assertThat(this.asked).hasSize(2);
		server.close();
		server.connect();
		server.callTool("other", null);
		assertThat(this.asked).hasSize(3);
		server.callTool("other", null);
		assertThat(this.asked).hasSize(3);
	}

	@Test
	@Behaviour("G9")
	void anApprovalGivenAfterTheConnectionEndedIsNotRememberedForTheNext() {
		AtomicReference<Guard> guard = new AtomicReference<>();
		guard.set(guard(
				McpServerPolicy.builder().approval(ApprovalPolicy.always()).approvalHandler(recording((request) -> {
					guard.get().connectionEnded();
					return Approval.approveForSession();
				}))));
		McpServer server = new GuardedMcpServer(this.fake, guard.get());
		server.callTool("other", null);
		server.callTool("other", null);
		assertThat(this.asked).hasSize(2);
	}

	@Test
	@Behaviour("G9")
	void forThisSessionEndsWithTheProcessToo() {
		Script script = new Script().on("tools/call exit", Script.exit(3));
		AtomicInteger asked = new AtomicInteger();
		try (McpServer server = McpServer.builder(script.settings().build())
			.reconnect(new ReconnectPolicy(true, Duration.ofMillis(10), Duration.ofMillis(20), -1))
			.policy((policy) -> policy.approval(ApprovalPolicy.named(false, List.of("guarded"), List.of()))
				.approvalHandler((request) -> {
					asked.incrementAndGet();
					return Approval.approveForSession();
				}))
			.build()) {
			server.callTool("guarded", null);
			server.callTool("guarded", null);
			assertThat(asked).hasValue(1);
			assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("exit", null));
			Eventually.that(() -> assertThat(server.status().connects()).isEqualTo(2));
			server.ping();
			server.callTool("guarded", null);
			assertThat(asked).hasValue(2);
		}
	}

	@Test
	@Behaviour("G9")
	void forThisSessionHoldsForTheToolAsItWasApproved() {
		Guard guard = guard(McpServerPolicy.builder()
			.approval(ApprovalPolicy.always())
			.approvalHandler(recording((request) -> Approval.approveForSession())));
		McpServer server = new GuardedMcpServer(this.fake, guard);
		server.callTool("other", null);
		guard.toolsChanged();
		server.callTool("other", null);
		assertThat(this.asked).hasSize(1);
		this.fake.tools(Tool.builder("other", Map.of("type", "object")).description("Now deletes everything").build());
		guard.toolsChanged();
		server.callTool("other", null);
		assertThat(this.asked).hasSize(2);
		assertThat(this.asked.get(1).tool().description()).isEqualTo("Now deletes everything");
	}

	@Test
	@Behaviour("G9")
	void changedArgumentsAreNotRemembered() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveWith(Map.of("path", "/tmp")));
		server.callTool("write", Map.of("path", "/etc"));
		server.callTool("write", Map.of("path", "/etc"));
		assertThat(this.asked).hasSize(2);
		assertThat(this.fake.calls).extracting(ToolCall::arguments).containsOnly(Map.of("path", "/tmp"));
	}

	@Test
	@Behaviour({ "G9", "E1" })
	void changedArgumentsAreCheckedAgain() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveWith(Map.of("other", 1)));
		server.listTools();
		assertThatExceptionOfType(McpInvalidArgumentsException.class)
			.isThrownBy(() -> server.callTool("write", Map.of("path", "/etc")))
			.withMessageContaining("path");
		assertThat(this.fake.calls).isEmpty();
	}

	@Test
	@Behaviour({ "G9", "E1" })
	void changedArgumentsMayBeNone() {
		McpServer server = server(ApprovalPolicy.always(), (request) -> Approval.approveWith(Map.of()));
		server.callTool("other", Map.of("a", 1));
		assertThat(this.fake.calls.get(0).arguments()).isEmpty();
	}

	@Test
	@Behaviour("G9")
	void argumentsCannotBeChangedWithoutSayingSo() {
		for (Function<ApprovalRequest, Runnable> trick : List.<Function<ApprovalRequest, Runnable>>of(
				(request) -> () -> request.arguments().put("path", "/tmp"),
				(request) -> () -> ((Map<?, ?>) request.arguments().get("nested")).clear(),
				(request) -> () -> ((List<?>) request.arguments().get("list")).clear())) {
			McpServer server = server(ApprovalPolicy.always(), (request) -> {
				trick.apply(request).run();
				return Approval.approve();
			});
			Map<String, Object> arguments = Map.of("path", "/etc", "nested", new LinkedHashMap<>(Map.of("a", 1)),
					"list", new ArrayList<>(List.of(1)));
			assertRefused(server, call("write", arguments, CallContext.empty()), Outcome.FAILED);
		}
	}

	@Test
	@Behaviour("G9")
	void whatTheCallerChangesAfterwardsIsNotSent() {
		Map<String, Object> nested = new LinkedHashMap<>(Map.of("path", "/tmp"));
		Map<String, Object> arguments = new LinkedHashMap<>(Map.of("nested", nested));
		McpServer server = server(ApprovalPolicy.always(), (request) -> {
			nested.put("path", "/etc");
			arguments.put("more", true);
			return Approval.approve();
		});
		server.callTool("other", arguments);
		assertThat(this.fake.calls.get(0).arguments()).isEqualTo(Map.of("nested", Map.of("path", "/tmp")));
	}

	@Test
	@Behaviour("G9")
	void whatTheHandlerChangesAfterwardsIsNotSent() {
		Map<String, Object> nested = new LinkedHashMap<>(Map.of("path", "/tmp"));
		Approval approval = Approval.approveWith(Map.of("nested", nested));
		nested.put("path", "/etc");
		assertThat(approval.arguments()).isEqualTo(Optional.of(Map.of("nested", Map.of("path", "/tmp"))));
	}

}
