package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Sends a failed request again where that can help and does no harm.
 */
final class Retrier {

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
	<T> T run(String operation, boolean repeatable, Deadline deadline, RetryBudget budget, Supplier<T> shared,
			@Nullable Supplier<T> isolated) {
		List<McpClientException> earlier = new ArrayList<>(0);
		boolean isolate = false;
		while (true) {
			try {
				return (isolate && isolated != null) ? isolated.get() : shared.get();
			}
			catch (McpClientException ex) {
				isolate = !isolate && isolated != null && suspectsSession(ex);
				Duration wait = isolate ? Duration.ZERO : null;
				if (!mayRepeat(operation, ex, repeatable) || !budget.take()) {
					throw withSuppressed(ex, earlier);
				}
				wait = (wait != null) ? wait : delay(ex, budget);
				if (wait.toNanos() >= deadline.remainingNanos()) {
					throw withSuppressed(ex, earlier);
				}
				earlier.add(ex);
				this.listener.retrying(operation, earlier.size(), ex);
				this.logger.debug("{} is sent again in {}: {}", operation, wait, ex.problem());
				pause(wait, operation, earlier);
			}
		}
	}

	private void pause(Duration wait, String operation, List<McpClientException> earlier) {
		try {
			if (!wait.isZero()) {
				this.pause.pause(wait, operation);
			}
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

	private boolean mayRepeat(String operation, McpClientException failure, boolean repeatable) {
		if (!canHelp(failure)) {
			return false;
		}
		if (failure.outcomeUnknown() && !repeatable && !this.policy.ambiguous()) {
			if (this.policy.maxRetries() != 0) {
				this.listener.withheld(operation, failure);
				this.logger.debug("{} is not sent again, since the server may have acted: {}", operation,
						failure.problem());
			}
			return false;
		}
		return true;
	}

	/**
	 * Whether the server might answer otherwise another time.
	 */
	private static boolean canHelp(McpClientException failure) {
		if (failure instanceof McpTimeoutException) {
			return true;
		}
		if (!(failure instanceof McpConnectionException connection) || !connection.recoverable()) {
			return false;
		}
		OptionalInt status = connection.httpStatus();
		return status.isEmpty() || status.getAsInt() / 100 != 4 || status.getAsInt() == 408 || status.getAsInt() == 425
				|| status.getAsInt() == 429;
	}

	private static boolean suspectsSession(McpClientException failure) {
		if (failure instanceof McpTimeoutException) {
			return true;
		}
		int status = (failure instanceof McpConnectionException connection) ? connection.httpStatus().orElse(0) : 0;
		return status == 408 || status >= 500;
	}

	private static McpClientException withSuppressed(McpClientException last, List<McpClientException> earlier) {
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

		void pause(Duration time, String what);

	}

	/**
	 * Hears of what the retrier decides.
	 */
	interface RetryListener {

		void retrying(String operation, int attempt, McpClientException failure);

		void withheld(String operation, McpClientException failure);

	}

}
