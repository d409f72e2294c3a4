package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Sends a failed request again where that can help and does no harm.
 */
final class Retrier {

	/** The latest ones, of a request that is sent again without end. */
	private static final int MOST_SUPPRESSED = 20;

	private final RetryPolicy policy;

	private final Pause pause;

	private final DoubleSupplier random;

	private final RetryListener listener;

	private final Logger logger;

	Retrier(RetryPolicy policy, Pause pause, DoubleSupplier random, RetryListener listener, Logger logger) {
		this.policy = policy;
		this.pause = pause;
		this.random = random;
		this.listener = listener;
		this.logger = logger;
	}

	RetryBudget newBudget() {
		return new RetryBudget(this.policy);
	}

	/**
	 * Run a request until it succeeds or its budget is used up.
	 * @param repeatable whether it does no harm to run it twice
	 * @param isolated the same request over a session of its own, tried at once where the
	 * shared session may be the reason of the failure
	 */
	<T> T run(String operation, boolean repeatable, Patience patience, RetryBudget budget, Supplier<T> shared,
			@Nullable Supplier<T> isolated) {
		Deque<McpClientException> earlier = new ArrayDeque<>(0);
		boolean isolate = false;
		for (int retry = 1;; retry++) {
			try {
				return (isolate && isolated != null) ? isolated.get() : shared.get();
			}
			catch (McpClientException ex) {
				if (!FailedAttempt.mayPass(ex) || budget.isEmpty() || isWithheld(operation, ex, repeatable)) {
					throw withSuppressed(ex, earlier);
				}
				budget.take();
				isolate = !isolate && isolated != null && FailedAttempt.suspectsSession(ex);
				Duration wait = isolate ? Duration.ZERO : delay(ex, budget);
				if (!patience.allows(wait)) {
					throw withSuppressed(ex, earlier);
				}
				remember(ex, earlier);
				this.listener.retrying(operation, retry, ex);
				this.logger.debug("{} is sent again in {}: {}", operation, wait, ex.problem());
				pause(patience, wait, operation, earlier);
			}
		}
	}

	/**
	 * Let time pass; where there is none to pass, a closed server still ends the wait.
	 */
	private void pause(Patience patience, Duration wait, String operation, Deque<McpClientException> earlier) {
		try {
			this.pause.pause(patience, wait, operation);
		}
		catch (McpClientException ex) {
			throw withSuppressed(ex, earlier);
		}
	}

	private Duration delay(McpClientException failure, RetryBudget budget) {
		Duration usual = this.policy.delay(budget.nextWait(), this.random.getAsDouble());
		Duration asked = (failure instanceof McpConnectionException connection)
				? connection.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
		return (asked.compareTo(usual) > 0) ? asked : usual;
	}

	private boolean isWithheld(String operation, McpClientException failure, boolean repeatable) {
		if (repeatable || this.policy.ambiguous() || !FailedAttempt.outcomeUnknown(failure)) {
			return false;
		}
		this.listener.withheld(operation, failure);
		this.logger.debug("{} is not sent again, since the server may have acted: {}", operation, failure.problem());
		return true;
	}

	private static void remember(McpClientException failure, Deque<McpClientException> earlier) {
		if (earlier.size() == MOST_SUPPRESSED) {
			earlier.removeFirst();
		}
		earlier.addLast(failure);
	}

	private static McpClientException withSuppressed(McpClientException last, Deque<McpClientException> earlier) {
		for (McpClientException one : earlier) {
			if (one != last) {
				last.addSuppressed(one);
			}
		}
		return last;
	}

	/**
	 * Lets time pass; a test's lets none pass.
	 */
	@FunctionalInterface
	interface Pause {

		void pause(Patience patience, Duration time, String what);

	}

	/**
	 * Hears of what the retrier decides.
	 */
	interface RetryListener {

		void retrying(String operation, int attempt, McpClientException failure);

		void withheld(String operation, McpClientException failure);

	}

}
