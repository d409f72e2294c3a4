package io.github.mcpclient;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;

import reactor.core.Exceptions;

/**
 * What a failure says about another attempt. A failure that stands for several is what
 * the worst of them is.
 */
final class FailedAttempt {

	private FailedAttempt() {
	}

	/**
	 * Whether the server might answer otherwise another time.
	 */
	static boolean mayPass(McpClientException failure) {
		return isTransient(failure) && members(failure).stream().allMatch(FailedAttempt::isTransient);
	}

	/**
	 * Whether the server may have acted.
	 */
	static boolean outcomeUnknown(McpClientException failure) {
		return failure.outcomeUnknown() || members(failure).stream()
			.anyMatch((member) -> !(member instanceof McpClientException known) || known.outcomeUnknown());
	}

	/**
	 * Whether it may be the session that is to blame.
	 */
	static boolean suspectsSession(McpClientException failure) {
		if (failure instanceof McpTimeoutException) {
			return true;
		}
		int status = (failure instanceof McpConnectionException connection) ? connection.httpStatus().orElse(0) : 0;
		return status == 408 || status >= 500;
	}

	private static boolean isTransient(Throwable failure) {
		if (!(failure instanceof McpConnectionException connection)) {
			return failure instanceof McpTimeoutException || failure instanceof IOException
					|| failure instanceof TimeoutException;
		}
		OptionalInt status = connection.httpStatus();
		return connection.recoverable() && (status.isEmpty() || status.getAsInt() / 100 != 4 || status.getAsInt() == 408
				|| status.getAsInt() == 425 || status.getAsInt() == 429);
	}

	/**
	 * The failures that happened together with this one: those suppressed in it, and the
	 * members of a composite of Reactor.
	 */
	private static List<Throwable> members(McpClientException failure) {
		List<Throwable> members = new ArrayList<>(0);
		for (Throwable suppressed : failure.getSuppressed()) {
			if (suppressed instanceof McpClientException) {
				members.add(suppressed);
			}
		}
		if (Exceptions.isMultiple(failure.getCause())) {
			members.addAll(Exceptions.unwrapMultipleExcludingTracebacks(failure.getCause()));
		}
		return members;
	}

}
