package io.github.mcpclient;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Which failures are followed by another attempt, how many, and when. What goes over the
 * wire is in {@link IsolatedCallTests}.
 */
class RetryBehaviourTests {

	private static final String CALL = "tools/call";

	private static final String SHARED = "shared";

	private static final String ISOLATED = "isolated";

	/** What happened, in order: attempts, waits and what listeners were told. */
	private final List<String> events = new ArrayList<>();

	private final CloseSignal signal = new CloseSignal("fake");

	private double random = 0.5;

	private static RetryPolicy policy(int maxRetries) {
		return new RetryPolicy(maxRetries, Duration.ofSeconds(1), Duration.ofDays(1), 0.2, false);
	}

	private Retrier retrier(RetryPolicy policy) {
		Retrier.RetryListener listener = new Retrier.RetryListener() {

			@Override
			public void retrying(String operation, int retry, McpClientException failure) {
				RetryBehaviourTests.this.events.add("retry " + retry);
			}

			@Override
			public void withheld(String operation, McpClientException failure) {
				RetryBehaviourTests.this.events.add("withheld");
			}

		};
		return new Retrier(policy, (patience, time, what) -> {
			if (!time.isZero()) {
				this.events.add(time.toString());
			}
		}, () -> this.random, listener, LoggerFactory.getLogger("mcp.server.fake"));
	}

	private List<String> attemptsAndWaits() {
		return this.events.stream().filter((event) -> !event.startsWith("retry")).toList();
	}

	private List<String> waits() {
		return this.events.stream().filter((event) -> event.startsWith("PT")).toList();
	}

	private Supplier<String> failing(String where, McpClientException... failures) {
		AtomicInteger attempt = new AtomicInteger();
		return () -> {
			this.events.add(where);
			int index = attempt.getAndIncrement();
			if (index < failures.length) {
				throw failures[index];
			}
			return "result";
		};
	}

	private Supplier<String> alwaysFailing(String where, Supplier<McpClientException> failure) {
		return () -> {
			this.events.add(where);
			throw failure.get();
		};
	}

	private String run(RetryPolicy policy, boolean repeatable, Duration timeout, Supplier<String> shared,
			Supplier<String> isolated) {
		Retrier retrier = retrier(policy);
		return retrier.run(CALL, repeatable, this.signal.until(Deadline.after(timeout)), retrier.newBudget(), shared,
				isolated);
	}

	private String run(RetryPolicy policy, Supplier<String> shared) {
		return run(policy, false, Duration.ZERO, shared, null);
	}

	private static McpConnectionException refused() {
		return new McpConnectionException("fake", "refused", null);
	}

	private static McpConnectionException status(int status) {
		return new McpConnectionException("fake", "status " + status, null, false, status);
	}

	private static McpConnectionException retryAfter(int status, Duration wait) {
		return McpConnectionException.refused("fake", "status " + status, false, status, wait);
	}

	private static McpTimeoutException timeout() {
		return new McpTimeoutException("fake", CALL, Duration.ofSeconds(1), true);
	}

	private static McpConnectionException broken() {
		return new McpConnectionException("fake", "broke", null, true, 0);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 5 })
	@Behaviour("F1")
	void asManyAttemptsAreMadeAfterTheFirstAsThePolicySays(int maxRetries) {
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(maxRetries), alwaysFailing(SHARED, RetryBehaviourTests::refused)));
		assertThat(this.events).filteredOn(SHARED::equals).hasSize(maxRetries + 1);
		assertThat(waits()).hasSize(maxRetries);
	}

	@Test
	@Behaviour("F1")
	void minusOneMeansUntilItSucceeds() {
		McpConnectionException[] failures = new McpConnectionException[100];
		Arrays.setAll(failures, (index) -> refused());
		assertThat(run(policy(-1), failing(SHARED, failures))).isEqualTo("result");
		assertThat(waits()).hasSize(100);
	}

	@Test
	@Behaviour({ "F2", "F7" })
	void theWaitIsDoubledEachTime() {
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(5), alwaysFailing(SHARED, RetryBehaviourTests::refused)));
		assertThat(this.events).containsExactly(SHARED, "retry 1", "PT1S", SHARED, "retry 2", "PT2S", SHARED, "retry 3",
				"PT4S", SHARED, "retry 4", "PT8S", SHARED, "retry 5", "PT16S", SHARED);
	}

	@Test
	@Behaviour("F2")
	void noWaitIsLongerThanTheLongestOne() {
		RetryPolicy policy = new RetryPolicy(7, Duration.ofSeconds(1), Duration.ofSeconds(30), 0, false);
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy, alwaysFailing(SHARED, RetryBehaviourTests::refused)));
		assertThat(waits()).containsExactly("PT1S", "PT2S", "PT4S", "PT8S", "PT16S", "PT30S", "PT30S");
	}

	@Test
	@Behaviour("F2")
	void evenTheThousandthWaitIsTheLongestOne() {
		RetryPolicy policy = new RetryPolicy(-1, Duration.ofSeconds(1), Duration.ofSeconds(30), 0, false);
		assertThat(policy.delay(1000, 0.5)).isEqualTo(Duration.ofSeconds(30));
		assertThat(policy.delay(100_000, 1)).isEqualTo(Duration.ofSeconds(30));
	}

	@ParameterizedTest
	@CsvSource({ "0, PT0.8S", "0.25, PT0.9S", "0.5, PT1S", "1, PT1.2S" })
	@Behaviour("F2")
	void aWaitVariesByTheJitter(double random, Duration expected) {
		this.random = random;
		run(RetryPolicy.of(1), failing(SHARED, refused()));
		assertThat(waits()).containsExactly(expected.toString());
	}

	@Test
	@Behaviour({ "F2", "A2" })
	void byDefaultWaitsGrowFromOneSecondToThirtyGiveOrTakeAFifth() {
		RetryPolicy policy = RetryPolicy.of(3);
		assertThat(policy).isEqualTo(new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2, false));
		assertThat(RetryPolicy.none()).isEqualTo(RetryPolicy.of(0));
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 401, 403, 404, 405, 409, 410, 422, 499 })
	@Behaviour("F3")
	void whatTheServerRefusedIsNotAskedAgain(int status) {
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(3), true, Duration.ZERO, failing(SHARED, status(status)), failing(ISOLATED)));
		assertThat(this.events).containsExactly(SHARED);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 301, 408, 425, 429, 500, 502, 503, 504, 599 })
	@Behaviour("F3")
	void whatMayPassIsTriedAgain(int status) {
		assertThat(run(policy(1), failing(SHARED, status(status)))).isEqualTo("result");
		assertThat(attemptsAndWaits()).containsExactly(SHARED, "PT1S", SHARED);
	}

	@Test
	@Behaviour("F3")
	void neitherErrorsOfTheServerNorRefusalsNorCancellationAreTriedAgain() {
		List<McpClientException> finals = List.of(new McpProtocolException("fake", "error", -32603, null),
				new McpProtocolException("fake", "garbage", null),
				new McpUrlElicitationRequiredException("fake", "url", null),
				new McpInvalidArgumentsException("fake", "arguments"), new McpToolNotAllowedException("fake", "tool"),
				new McpApprovalException("fake", "tool", Approval.Outcome.DENIED, "no", null),
				new McpInterruptedException("fake", CALL, false), new McpClientException("fake", "other", null),
				McpConnectionException.unrecoverable("fake", "no such command", null),
				new McpAuthorizationException("fake", "401", 401, null, true));
		for (McpClientException failure : finals) {
			this.events.clear();
			assertThatExceptionOfType(McpClientException.class)
				.isThrownBy(() -> run(policy(3), true, Duration.ZERO, failing(SHARED, failure), failing(ISOLATED)))
				.isSameAs(failure);
			assertThat(this.events).as(failure.toString()).containsExactly(SHARED);
		}
	}

	@Test
	@Behaviour({ "F3", "E12" })
	void whatIsNoFailureOfTheLibraryPassesUntouched() {
		IllegalStateException failure = new IllegalStateException("bug");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> run(policy(3), () -> {
			throw failure;
		})).isSameAs(failure);
	}

	@Test
	@Behaviour("F3")
	void aServerThatWantsToBeLeftAloneIs() {
		run(policy(3), failing(SHARED, retryAfter(429, Duration.ofSeconds(7)), retryAfter(503, Duration.ofSeconds(9)),
				retryAfter(503, Duration.ofSeconds(2))));
		assertThat(waits()).containsExactly("PT7S", "PT9S", "PT4S");
	}

	@ParameterizedTest
	@ValueSource(longs = { 60, 61, 3600, Long.MAX_VALUE })
	@Behaviour("F3")
	void whereTheServerWantsToBeLeftAloneBeyondTheDeadlineTheCallFailsAtOnce(long seconds) {
		McpConnectionException failure = retryAfter(429, Duration.ofSeconds(seconds));
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(3), false, Duration.ofMinutes(1), failing(SHARED, failure), null))
			.isSameAs(failure)
			.satisfies((ex) -> assertThat(ex.retryAfter()).hasValue(Duration.ofSeconds(seconds)));
		assertThat(this.events).containsExactly(SHARED);
	}

	@Test
	@Behaviour({ "F3", "E17" })
	void whereTheNextWaitEndsAfterTheDeadlineTheCallFailsAtOnce() {
		RetryPolicy policy = new RetryPolicy(-1, Duration.ofSeconds(1), Duration.ofDays(1), 0, false);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> run(policy, false, Duration.ofHours(1),
				alwaysFailing(SHARED, RetryBehaviourTests::refused), null));
		assertThat(waits()).hasSize(12).endsWith("PT34M8S");
	}

	@Test
	@Behaviour("F4")
	void whatTheServerMayHaveDoneIsNotRepeated() {
		for (McpClientException ambiguous : List.of(timeout(), broken(),
				new McpConnectionException("fake", "503", null, true, 503))) {
			this.events.clear();
			assertThatExceptionOfType(McpClientException.class)
				.isThrownBy(() -> run(policy(3), false, Duration.ZERO, failing(SHARED, ambiguous), failing(ISOLATED)))
				.isSameAs(ambiguous)
				.satisfies((ex) -> assertThat(ex.outcomeUnknown()).isTrue());
			assertThat(this.events).containsExactly(SHARED, "withheld");
		}
	}

	@Test
	@Behaviour("F4")
	void whatTheServerMayHaveDoneIsRepeatedIfThatDoesNoHarm() {
		assertThat(run(policy(3), true, Duration.ZERO, failing(SHARED, timeout(), broken()), null)).isEqualTo("result");
		assertThat(attemptsAndWaits()).containsExactly(SHARED, "PT1S", SHARED, "PT2S", SHARED);
	}

	@Test
	@Behaviour("F4")
	void whatTheServerMayHaveDoneIsRepeatedIfThePolicySaysSo() {
		RetryPolicy policy = new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 0, true);
		assertThat(run(policy, failing(SHARED, broken()))).isEqualTo("result");
		assertThat(attemptsAndWaits()).containsExactly(SHARED, "PT1S", SHARED);
	}

	@Test
	@Behaviour("F4")
	void whatTheServerCannotHaveDoneIsAlwaysRepeated() {
		assertThat(run(policy(4),
				failing(SHARED, refused(), status(429), retryAfter(503, Duration.ZERO),
						new McpTimeoutException("fake", "connecting", Duration.ofSeconds(1), false))))
			.isEqualTo("result");
	}

	@Test
	@Behaviour("F4")
	void aRetryThatThereIsNoBudgetForIsNotWithheld() {
		assertThatExceptionOfType(McpTimeoutException.class)
			.isThrownBy(() -> run(policy(0), failing(SHARED, timeout())));
		assertThatExceptionOfType(McpTimeoutException.class)
			.isThrownBy(() -> run(policy(1), failing(SHARED, refused(), timeout())));
		assertThat(this.events).doesNotContain("withheld");
	}

	@ParameterizedTest
	@CsvSource({ "readOnly, 2", "idempotent, 2", "neither, 1", "denied, 1" })
	@Behaviour("F4")
	void theAnnotationsOfAToolDecideWhetherItsCallIsRepeated(String tool, int expected) {
		FakeServer fake = new FakeServer()
			.tools(Definitions.readOnly("readOnly"), Definitions.idempotent("idempotent"), Definitions.tool("neither"),
					Definitions.annotated("denied", false, false))
			.answer((call) -> {
				throw timeout();
			});
		try (McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(immediately(1, false)).build())) {
			assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> server.callTool(tool, null));
			assertThat(fake.calls).hasSize(expected);
		}
	}

	@Test
	@Behaviour({ "F4", "C13" })
	void aToolThatTheServerDoesNotListCannotBeRepeated() {
		FakeServer fake = new FakeServer().answer((call) -> {
			throw timeout();
		});
		try (McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(immediately(1, false)).build())) {
			assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> server.callTool("unlisted", null));
			assertThat(fake.calls).hasSize(1);
		}
	}

	private static RetryPolicy immediately(int maxRetries, boolean ambiguous) {
		return new RetryPolicy(maxRetries, Duration.ZERO, Duration.ZERO, 0, ambiguous);
	}

	@ParameterizedTest
	@CsvSource({ "0, shared", "1, shared isolated", "2, shared isolated PT1S shared",
			"3, shared isolated PT1S shared isolated", "4, shared isolated PT1S shared isolated PT2S shared",
			"7, shared isolated PT1S shared isolated PT2S shared isolated PT4S shared isolated" })
	@Behaviour({ "F6", "F7" })
	void theBudgetIsSpentOnSharedAndIsolatedAttemptsInTurn(int maxRetries, String expected) {
		assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(
				() -> run(policy(maxRetries), true, Duration.ZERO, alwaysFailing(SHARED, RetryBehaviourTests::timeout),
						alwaysFailing(ISOLATED, RetryBehaviourTests::timeout)));
		assertThat(attemptsAndWaits()).containsExactly(expected.split(" "));
	}

	@Test
	@Behaviour("F6")
	void withoutALimitSharedAndIsolatedAttemptsGoOnUntilTheDeadline() {
		assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(
				() -> run(policy(-1), true, Duration.ofSeconds(90), alwaysFailing(SHARED, RetryBehaviourTests::timeout),
						alwaysFailing(ISOLATED, RetryBehaviourTests::timeout)));
		assertThat(waits()).containsExactly("PT1S", "PT2S", "PT4S", "PT8S", "PT16S", "PT32S", "PT1M4S");
		assertThat(this.events).filteredOn(ISOLATED::equals).hasSize(8);
	}

	@Test
	@Behaviour("F6")
	void anIsolatedSessionThatCannotBeOpenedCostsOneAttempt() {
		assertThat(run(policy(2), true, Duration.ZERO, failing(SHARED, timeout()),
				alwaysFailing(ISOLATED, RetryBehaviourTests::refused)))
			.isEqualTo("result");
		assertThat(attemptsAndWaits()).containsExactly(SHARED, ISOLATED, "PT1S", SHARED);
	}

	@ParameterizedTest
	@CsvSource({ "408, true", "500, true", "503, true", "429, false", "425, false", "0, false" })
	@Behaviour("F5")
	void onlyFailuresThatMayBeTheSessionsFaultAreFollowedByAnIsolatedAttempt(int status, boolean isolates) {
		run(policy(1), true, Duration.ZERO, failing(SHARED, status(status)), failing(ISOLATED));
		assertThat(attemptsAndWaits())
			.containsExactly(isolates ? new String[] { SHARED, ISOLATED } : new String[] { SHARED, "PT1S", SHARED });
	}

	@Test
	@Behaviour("F8")
	void aCompositeIsTriedAgainOnlyIfEveryMemberMayPass() {
		List<Throwable> passing = List.of(refused(), new IOException("reset"), new TimeoutException(), timeout());
		assertThat(run(policy(1), true, Duration.ZERO, failing(SHARED, composite(passing)), null)).isEqualTo("result");
		List<Throwable> one = List.of(refused(), new IllegalArgumentException("no"));
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(1), true, Duration.ZERO, failing(SHARED, composite(one)), null));
	}

	@Test
	@Behaviour({ "F4", "F8" })
	void aCompositeWithAMemberThatTheServerMayHaveActedOnIsNotRepeated() {
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(1), failing(SHARED, composite(List.of(refused(), broken())))));
		assertThat(run(policy(1), failing(SHARED, composite(List.of(refused(), status(503)))))).isEqualTo("result");
	}

	private static McpConnectionException composite(List<Throwable> members) {
		return new McpConnectionException("fake", "several", Exceptions.multiple(members));
	}

	@Test
	@Behaviour("F8")
	void aFailureWithAnotherSuppressedIsTriedAgainOnlyIfBothMayPass() {
		McpConnectionException pair = refused();
		pair.addSuppressed(status(404));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> run(policy(1), failing(SHARED, pair)));
		McpConnectionException other = refused();
		other.addSuppressed(status(502));
		other.addSuppressed(new IllegalStateException("closing failed"));
		assertThat(run(policy(1), failing(SHARED, other))).isEqualTo("result");
	}

	@Test
	@Behaviour("F11")
	void theLastFailureIsThrownWithTheEarlierOnesSuppressed() {
		IOException cause = new IOException("cause");
		McpConnectionException first = refused();
		McpConnectionException second = status(503);
		McpConnectionException last = new McpConnectionException("fake", "last", cause);
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(2), failing(SHARED, first, second, last)))
			.isSameAs(last)
			.withCause(cause)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(first, second));
	}

	@Test
	@Behaviour("F11")
	void aFailureThatIsThrownTwiceIsNotSuppressedInItself() {
		McpConnectionException same = refused();
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(1), failing(SHARED, same, same)))
			.isSameAs(same)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
	}

	@Test
	@Behaviour("F11")
	void ofAHundredFailuresTheLatestAreKept() {
		List<McpClientException> failures = new ArrayList<>();
		assertThatExceptionOfType(McpConnectionException.class)
			.isThrownBy(() -> run(policy(99), alwaysFailing(SHARED, () -> {
				failures.add(refused());
				return failures.get(failures.size() - 1);
			})))
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactlyElementsOf(failures.subList(79, 99)));
	}

	@Test
	@Behaviour({ "F4", "F11" })
	void theOutcomeIsUnknownIfThatIsTrueOfAnyAttempt() {
		McpClientException failure = catchThrowableOfType(McpClientException.class,
				() -> run(policy(1), true, Duration.ZERO, failing(SHARED, broken(), refused()), null));
		assertThat(failure).hasMessageContaining("refused");
		assertThat(failure.outcomeUnknown()).isTrue();
	}

	@Test
	@Behaviour("F11")
	void whatEndsAWaitCarriesTheFailureThatLedToIt() {
		McpConnectionException failure = refused();
		Retrier retrier = new Retrier(policy(1), (patience, time, what) -> {
			throw new McpInterruptedException("fake", what, false);
		}, () -> 0.5, new ServerEvents("fake", List.of(), LoggerFactory.getLogger("mcp.server.fake")),
				LoggerFactory.getLogger("mcp.server.fake"));
		assertThatExceptionOfType(McpInterruptedException.class)
			.isThrownBy(() -> retrier.run(CALL, true, this.signal.until(Deadline.after(Duration.ZERO)),
					retrier.newBudget(), failing(SHARED, failure), null))
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(failure));
	}

	@Test
	@Behaviour("B17")
	void closingEndsABackOffAtOnce() {
		FakeServer fake = new FakeServer().answer((call) -> {
			throw refused();
		});
		RetryPolicy hours = new RetryPolicy(1, Duration.ofHours(1), Duration.ofHours(1), 0, false);
		try (McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(hours).build())) {
			Running<?> call = Running.start(() -> server.callTool("tool", null)).awaitWaiting();
			server.close();
			assertThat(call.failure()).isInstanceOf(McpConnectionException.class)
				.hasMessage("MCP server 'fake': closed");
			assertThat(call.failure().getSuppressed()).hasSize(1);
			assertThat(fake.calls).hasSize(1);
		}
	}

	@Test
	@Behaviour("B17")
	void closingEndsRetriesWithoutLimitAndWithoutWaits() {
		FakeServer fake = new FakeServer();
		McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(immediately(-1, true)).build());
		Blocker blocker = new Blocker();
		fake.answer((call) -> {
			blocker.block();
			throw refused();
		});
		Running<?> call = Running.start(() -> server.callTool("tool", null));
		blocker.awaitEntered();
		blocker.release();
		server.close();
		assertThat(call.failure()).hasMessage("MCP server 'fake': closed");
	}

	@Test
	@Behaviour("B17")
	void openingAgainDoesNotReviveACallThatWasClosed() {
		FakeServer fake = new FakeServer();
		try (McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(immediately(3, true)).build())) {
			Blocker blocker = new Blocker();
			fake.answer((call) -> {
				blocker.block();
				throw new McpConnectionException("fake", "closed", null, true, 0);
			});
			Running<?> call = Running.start(() -> server.callTool("tool", null));
			blocker.awaitEntered();
			server.close();
			server.connect();
			blocker.release();
			assertThat(call.failure()).hasMessage("MCP server 'fake': closed");
			assertThat(fake.calls).hasSize(1);
		}
	}

	@Test
	@Behaviour({ "F1", "E11" })
	void interruptingABackOffIsCancellationAndNoRetry() {
		FakeServer fake = new FakeServer().answer((call) -> {
			throw refused();
		});
		RetryPolicy hours = new RetryPolicy(-1, Duration.ofHours(1), Duration.ofHours(1), 0, false);
		try (McpServer server = McpServer.guard(fake, McpServerPolicy.builder().retry(hours).build())) {
			Running<?> call = Running.start(() -> server.callTool("tool", null)).awaitWaiting().interrupt();
			assertThat(call.failure()).isInstanceOf(McpInterruptedException.class);
			call.assertInterruptFlagRestored();
			assertThat(fake.calls).hasSize(1);
		}
	}

	@Test
	@Behaviour({ "F4", "F1" })
	void listenersHearOfRetriesAndOfThoseWithheld() {
		List<String> heard = new CopyOnWriteArrayList<>();
		McpServerListener listener = new McpServerListener() {

			@Override
			public void statusChanged(String serverName, McpServerStatus status) {
			}

			@Override
			public void retrying(String serverName, String operation, int retry, McpClientException failure) {
				heard.add("retry " + retry + " of " + operation + ": " + failure.problem());
			}

			@Override
			public void retryWithheld(String serverName, String operation, McpClientException failure) {
				heard.add("withheld " + operation + ": " + failure.problem());
			}

		};
		ServerEvents events = new ServerEvents("fake", List.of(listener), LoggerFactory.getLogger("mcp.server.fake"));
		McpServerPolicy policy = McpServerPolicy.builder().retry(immediately(3, false)).build();
		List<McpClientException> failures = new CopyOnWriteArrayList<>(List.of(refused(), status(429), broken()));
		FakeServer fake = new FakeServer().answer((call) -> {
			throw failures.remove(0);
		});
		McpServer server = new GuardedMcpServer(fake,
				new Guard("fake", policy, events, LoggerFactory.getLogger("mcp.server.fake")));
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("tool", null));
		Eventually.that(() -> assertThat(heard).containsExactly("retry 1 of tools/call: refused",
				"retry 2 of tools/call: status 429", "withheld tools/call: broke"));
	}

}
