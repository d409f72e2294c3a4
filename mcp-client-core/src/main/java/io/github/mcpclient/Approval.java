package io.github.mcpclient;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The decision about a call that needs approval. Immutable.
 */
public final class Approval {

	private final Outcome outcome;

	private final @Nullable String reason;

	private final @Nullable Map<String, Object> arguments;

	private Approval(Outcome outcome, @Nullable String reason, @Nullable Map<String, Object> arguments) {
		this.outcome = outcome;
		this.reason = reason;
		this.arguments = arguments;
	}

	/**
	 * Let this call go.
	 * @return the decision
	 */
	public static Approval approve() {
		return new Approval(Outcome.APPROVED, null, null);
	}

	/**
	 * Let this call go, and further ones of the tool by the same principal until the
	 * connection ends.
	 * @return the decision
	 */
	public static Approval approveForSession() {
		return new Approval(Outcome.APPROVED_FOR_SESSION, null, null);
	}

	/**
	 * Let this call go with other arguments, which are checked like the caller's.
	 * @param arguments the arguments to send
	 * @return the decision
	 */
	public static Approval approveWith(Map<String, ?> arguments) {
		return new Approval(Outcome.CHANGED, null, Frozen.values(arguments));
	}

	/**
	 * Refuse this call.
	 * @param reason why, for the caller and its model
	 * @return the decision
	 */
	public static Approval deny(String reason) {
		return new Approval(Outcome.DENIED, reason, null);
	}

	/**
	 * What was decided.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * Why the call was refused.
	 * @return empty if it was not
	 */
	public Optional<String> reason() {
		return Optional.ofNullable(this.reason);
	}

	/**
	 * The arguments to send.
	 * @return empty to send the caller's
	 */
	public Optional<Map<String, Object>> arguments() {
		return Optional.ofNullable(this.arguments);
	}

	/**
	 * The outcome; arguments may be secret.
	 */
	@Override
	public String toString() {
		return "Approval[" + this.outcome + "]";
	}

	/**
	 * How approval was decided.
	 */
	public enum Outcome {

		/** The call may go. */
		APPROVED,

		/** The call may go, and further ones of the tool. */
		APPROVED_FOR_SESSION,

		/** The call may go with other arguments. */
		CHANGED,

		/** The call was refused. */
		DENIED,

		/** There is no handler. */
		NO_HANDLER,

		/** The handler took too long. */
		TIMED_OUT,

		/** The handler threw an exception, or answered {@code null}. */
		FAILED

	}

}
