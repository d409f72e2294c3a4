package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Seed;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Retries against a model of what follows what.
 */
class RetryPropertyTests {

	private final Random random = Seed.random();

	/**
	 * What happens to an attempt.
	 */
	enum Outcome {

		SUCCESS, REFUSED, BUSY, BROKEN, TIMEOUT, SERVER_ERROR, ERROR;

		McpClientException failure() {
			return switch (this) {
				case SUCCESS -> throw new IllegalStateException();
				case REFUSED -> new McpConnectionException("fake", name(), null);
				case BUSY -> McpConnectionException.refused("fake", name(), false, 429, Duration.ofSeconds(3));
				case BROKEN -> new McpConnectionException("fake", name(), null, true, 0);
				case TIMEOUT -> new McpTimeoutException("fake", name(), Duration.ofSeconds(1), true);
				case SERVER_ERROR -> new McpConnectionException("fake", name(), null, true, 500);
				case ERROR -> new McpProtocolException("fake", name(), -32603, null);
			};
		}

		boolean isAmbiguous() {
			return this == BROKEN || this == TIMEOUT || this == SERVER_ERROR;
		}

		boolean suspectsSession() {
			return this == TIMEOUT || this == SERVER_ERROR;
		}

	}

	private static List<String> model(int maxRetries, boolean repeatable, boolean isolates, List<Outcome> outcomes) {
		List<String> events = new ArrayList<>();
		boolean isolated = false;
		long wait = 1;
		for (int attempt = 0;; attempt++) {
			Outcome outcome = outcomes.get(attempt);
			events.add((isolated ? "isolated " : "shared ") + outcome);
			boolean last = outcome == Outcome.SUCCESS || outcome == Outcome.ERROR
					|| (outcome.isAmbiguous() && !repeatable) || attempt == maxRetries;
			if (last) {
				return events;
			}
			isolated = isolates && !isolated && outcome.suspectsSession();
			if (!isolated) {
				events.add("wait " + Math.max(wait, (outcome == Outcome.BUSY) ? 3 : 0));
				wait = Math.min(2 * wait, 30);
			}
		}
	}

	@Test
	@Behaviour({ "F1", "F2", "F3", "F4", "F5", "F6", "F7" })
	void attemptsAndWaitsAreThoseOfTheModel() {
		for (int run = 0; run < 20_000; run++) {
			int maxRetries = this.random.nextInt(9) - 1;
			boolean repeatable = this.random.nextBoolean();
			boolean isolates = this.random.nextBoolean();
			List<Outcome> outcomes = new ArrayList<>();
			for (int i = 0; i < 12; i++) {
				outcomes.add(Outcome.values()[1 + this.random.nextInt(Outcome.values().length - 1)]);
			}
			outcomes.add(Outcome.SUCCESS);
			List<String> events = new ArrayList<>();
			RetryPolicy policy = new RetryPolicy(maxRetries, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.5, false);
			Retrier retrier = new Retrier(policy, (patience, time, what) -> {
				if (!time.isZero()) {
					events.add("wait " + time.toSeconds());
				}
			}, () -> 0.5, new ServerEvents("fake", List.of(), LoggerFactory.getLogger("mcp.server.fake")),
					LoggerFactory.getLogger("mcp.server.fake"));
			int[] next = { 0 };
			McpClientException failure = null;
			try {
				retrier.run("tools/call", repeatable, new CloseSignal("fake").until(Deadline.after(Duration.ZERO)),
						retrier.newBudget(), attempt("shared ", outcomes, next, events),
						isolates ? attempt("isolated ", outcomes, next, events) : null);
			}
			catch (McpClientException ex) {
				failure = ex;
			}
			assertThat(events).as("%d retries, repeatable %s, isolates %s", maxRetries, repeatable, isolates)
				.isEqualTo(model(maxRetries, repeatable, isolates, outcomes));
			Outcome last = outcomes.get(next[0] - 1);
			assertThat(failure == null).isEqualTo(last == Outcome.SUCCESS);
			if (failure != null) {
				assertThat(failure.problem()).contains(last.name());
				assertThat(failure.getSuppressed()).hasSize(next[0] - 1);
				assertThat(failure.outcomeUnknown())
					.isEqualTo(outcomes.subList(0, next[0]).stream().anyMatch(Outcome::isAmbiguous));
			}
		}
	}

	private static Supplier<Boolean> attempt(String where, List<Outcome> outcomes, int[] next, List<String> events) {
		return () -> {
			Outcome outcome = outcomes.get(next[0]++);
			events.add(where + outcome);
			if (outcome != Outcome.SUCCESS) {
				throw outcome.failure();
			}
			return true;
		};
	}

}
