package io.github.mcpclient;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool with everything that can be said about it. Immutable.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools">Calling
 * tools</a>
 */
public final class ToolCall {

	private final String name;

	private final Map<String, Object> arguments;

	private final Map<String, Object> meta;

	private final @Nullable Duration timeout;

	private final CallContext context;

	private final @Nullable Consumer<ProgressNotification> progressListener;

	private ToolCall(Builder builder) {
		this(builder.name, Frozen.values(builder.arguments), Frozen.values(builder.meta), builder.timeout,
				builder.context, builder.progressListener);
	}

	private ToolCall(String name, Map<String, Object> arguments, Map<String, Object> meta, @Nullable Duration timeout,
			CallContext context, @Nullable Consumer<ProgressNotification> progressListener) {
		this.name = name;
		this.arguments = arguments;
		this.meta = meta;
		this.timeout = timeout;
		this.context = context;
		this.progressListener = progressListener;
	}

	/**
	 * Start to describe a call.
	 * @param name the name of the tool, as the server calls it
	 * @return a builder
	 */
	public static Builder builder(String name) {
		return new Builder(name);
	}

	/**
	 * The tool.
	 * @return its name, as the server calls it
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The arguments, as they were when the call was built.
	 * @return a map that is immutable, like the maps and lists in it; empty if there are
	 * none
	 */
	public Map<String, Object> arguments() {
		return this.arguments;
	}

	/**
	 * What to send as {@code _meta}.
	 * @return a map that is immutable, like the maps and lists in it; empty if there is
	 * nothing
	 */
	public Map<String, Object> meta() {
		return this.meta;
	}

	/**
	 * How long the whole call may take, waiting for the connection included.
	 * @return the bound, empty if only the settings of the server count
	 */
	public Optional<Duration> timeout() {
		return Optional.ofNullable(this.timeout);
	}

	/**
	 * On whose behalf the call is made.
	 * @return the context
	 */
	public CallContext context() {
		return this.context;
	}

	/**
	 * Who wants to hear of the call's progress.
	 * @return the listener
	 */
	public Optional<Consumer<ProgressNotification>> progressListener() {
		return Optional.ofNullable(this.progressListener);
	}

	ToolCall withContext(CallContext context) {
		return new ToolCall(this.name, this.arguments, this.meta, this.timeout, context, this.progressListener);
	}

	ToolCall withArguments(Map<String, Object> arguments) {
		return new ToolCall(this.name, Frozen.values(arguments), this.meta, this.timeout, this.context,
				this.progressListener);
	}

	/**
	 * The same call with more meta, unless its own says otherwise.
	 */
	ToolCall withMoreMeta(Map<String, ?> more) {
		Map<String, Object> merged = new LinkedHashMap<>(more);
		merged.putAll(this.meta);
		return new ToolCall(this.name, this.arguments, Frozen.values(merged), this.timeout, this.context,
				this.progressListener);
	}

	/**
	 * The same call, with the time that is left of its own.
	 */
	ToolCall within(Deadline deadline) {
		if (this.timeout == null) {
			return this;
		}
		Duration left = Duration.ofNanos(Math.max(deadline.remainingNanos(), 1));
		return new ToolCall(this.name, this.arguments, this.meta, left, this.context, this.progressListener);
	}

	/**
	 * The tool's name; arguments may be secret.
	 */
	@Override
	public String toString() {
		return "ToolCall[name=" + this.name + "]";
	}

	/**
	 * Builds a {@link ToolCall}. Not thread-safe.
	 */
	public static final class Builder {

		private final String name;

		private Map<String, ?> arguments = Map.of();

		private Map<String, ?> meta = Map.of();

		private @Nullable Duration timeout;

		private CallContext context = CallContext.empty();

		private @Nullable Consumer<ProgressNotification> progressListener;

		private Builder(String name) {
			this.name = name;
		}

		/**
		 * Set the arguments.
		 * @param arguments argument values by name; {@code null} counts as none
		 * @return this builder
		 */
		public Builder arguments(@Nullable Map<String, ?> arguments) {
			this.arguments = (arguments != null) ? arguments : Map.of();
			return this;
		}

		/**
		 * Set what to send as {@code _meta}.
		 * @param meta values by key
		 * @return this builder
		 */
		public Builder meta(Map<String, ?> meta) {
			this.meta = meta;
			return this;
		}

		/**
		 * Bound the whole call, waiting for the connection included.
		 * @param timeout a positive duration
		 * @return this builder
		 */
		public Builder timeout(Duration timeout) {
			if (timeout.isNegative() || timeout.isZero()) {
				throw new IllegalArgumentException("The timeout of a call must be positive, not " + timeout);
			}
			this.timeout = timeout;
			return this;
		}

		/**
		 * Say on whose behalf the call is made.
		 * @param context the context
		 * @return this builder
		 */
		public Builder context(CallContext context) {
			this.context = context;
			return this;
		}

		/**
		 * Listen to the progress of the call.
		 * @param listener called on the thread that makes the call, before the call
		 * returns; what it throws is logged and harms nothing
		 * @return this builder
		 */
		public Builder progressListener(Consumer<ProgressNotification> listener) {
			this.progressListener = listener;
			return this;
		}

		/**
		 * Build the call.
		 * @return the call
		 */
		public ToolCall build() {
			return new ToolCall(this);
		}

	}

}
