package io.github.mcpclient;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What an application allows itself to do with a server, and how it goes about it:
 * filter, approval, caching, retries. Immutable.
 */
public final class McpServerPolicy {

	private final boolean cacheTools;

	private final Duration toolsCacheTtl;

	private final ToolFilter toolFilter;

	private final boolean enforceToolFilter;

	private final ApprovalPolicy approval;

	private final @Nullable ApprovalHandler approvalHandler;

	private final Duration approvalTimeout;

	private final @Nullable MetaResolver metaResolver;

	private final RetryPolicy retry;

	private final int maxConcurrentRequests;

	private final boolean useStructuredContent;

	private final boolean validateOutput;

	private final @Nullable FailureFunction failureFunction;

	private McpServerPolicy(Builder builder) {
		this.cacheTools = builder.cacheTools;
		this.toolsCacheTtl = builder.toolsCacheTtl;
		this.toolFilter = builder.toolFilter;
		this.enforceToolFilter = builder.enforceToolFilter;
		this.approval = builder.approval;
		this.approvalHandler = builder.approvalHandler;
		this.approvalTimeout = builder.approvalTimeout;
		this.metaResolver = builder.metaResolver;
		this.retry = builder.retry;
		this.maxConcurrentRequests = builder.maxConcurrentRequests;
		this.useStructuredContent = builder.useStructuredContent;
		this.validateOutput = builder.validateOutput;
		this.failureFunction = builder.failureFunction;
	}

	/**
	 * Start to describe a policy.
	 * @return a builder that allows everything and repeats nothing
	 */
	public static Builder builder() {
		return new Builder();
	}

	boolean cacheTools() {
		return this.cacheTools;
	}

	Duration toolsCacheTtl() {
		return this.toolsCacheTtl;
	}

	ToolFilter toolFilter() {
		return this.toolFilter;
	}

	boolean enforceToolFilter() {
		return this.enforceToolFilter;
	}

	ApprovalPolicy approval() {
		return this.approval;
	}

	@Nullable ApprovalHandler approvalHandler() {
		return this.approvalHandler;
	}

	Duration approvalTimeout() {
		return this.approvalTimeout;
	}

	Optional<MetaResolver> metaResolver() {
		return Optional.ofNullable(this.metaResolver);
	}

	RetryPolicy retry() {
		return this.retry;
	}

	int maxConcurrentRequests() {
		return this.maxConcurrentRequests;
	}

	boolean useStructuredContent() {
		return this.useStructuredContent;
	}

	boolean validateOutput() {
		return this.validateOutput;
	}

	Optional<FailureFunction> failureFunction() {
		return Optional.ofNullable(this.failureFunction);
	}

	/**
	 * Builds a {@link McpServerPolicy}. Not thread-safe.
	 */
	public static final class Builder {

		private boolean cacheTools;

		private Duration toolsCacheTtl = Duration.ZERO;

		private ToolFilter toolFilter = ToolFilter.all();

		private boolean enforceToolFilter = true;

		private ApprovalPolicy approval = ApprovalPolicy.never();

		private @Nullable ApprovalHandler approvalHandler;

		private Duration approvalTimeout = Duration.ofMinutes(2);

		private @Nullable MetaResolver metaResolver;

		private RetryPolicy retry = RetryPolicy.none();

		private int maxConcurrentRequests;

		private boolean useStructuredContent;

		private boolean validateOutput;

		private @Nullable FailureFunction failureFunction;

		private Builder() {
		}

		/**
		 * Keep the list of tools until the server says that it changed, or the connection
		 * is another one.
		 * @param cache {@code false} by default
		 * @return this builder
		 */
		public Builder cacheTools(boolean cache) {
			this.cacheTools = cache;
			return this;
		}

		/**
		 * Fetch a cached list again once it is this old.
		 * @param ttl zero, the default, for no limit
		 * @return this builder
		 */
		public Builder toolsCacheTtl(Duration ttl) {
			this.toolsCacheTtl = Setting.notNegative("toolsCacheTtl", ttl);
			return this;
		}

		/**
		 * Say which tools exist for the application.
		 * @param filter {@link ToolFilter#all()} by default
		 * @return this builder
		 */
		public Builder toolFilter(ToolFilter filter) {
			this.toolFilter = filter;
			return this;
		}

		/**
		 * Say whether the filter holds for calls as well, and not only for listings.
		 * @param enforce {@code true} by default
		 * @return this builder
		 */
		public Builder enforceToolFilter(boolean enforce) {
			this.enforceToolFilter = enforce;
			return this;
		}

		/**
		 * Say which calls need approval.
		 * @param policy {@link ApprovalPolicy#never()} by default
		 * @return this builder
		 */
		public Builder approval(ApprovalPolicy policy) {
			this.approval = policy;
			return this;
		}

		/**
		 * Say who approves. Without a handler, calls that need approval are refused.
		 * @param handler the handler; {@code null}, the default, for none
		 * @return this builder
		 */
		public Builder approvalHandler(@Nullable ApprovalHandler handler) {
			this.approvalHandler = handler;
			return this;
		}

		/**
		 * Bound the time that the handler takes.
		 * @param timeout 2 minutes by default; zero for no limit
		 * @return this builder
		 */
		public Builder approvalTimeout(Duration timeout) {
			this.approvalTimeout = Setting.notNegative("approvalTimeout", timeout);
			return this;
		}

		/**
		 * Add {@code _meta} to tool calls.
		 * @param resolver asked once for each call; {@code null}, the default, for none
		 * @return this builder
		 */
		public Builder metaResolver(@Nullable MetaResolver resolver) {
			this.metaResolver = resolver;
			return this;
		}

		/**
		 * Say how failed requests are repeated.
		 * @param retry {@link RetryPolicy#none()} by default
		 * @return this builder
		 */
		public Builder retry(RetryPolicy retry) {
			this.retry = retry;
			return this;
		}

		/**
		 * Bound the number of requests that are under way at once; others wait in the
		 * order of their arrival.
		 * @param limit zero, the default, for no limit
		 * @return this builder
		 */
		public Builder maxConcurrentRequests(int limit) {
			if (limit < 0) {
				throw new IllegalArgumentException("maxConcurrentRequests must not be negative, not " + limit);
			}
			this.maxConcurrentRequests = limit;
			return this;
		}

		/**
		 * Show a model the structured content of a result instead of its text.
		 * @param use {@code false} by default
		 * @return this builder
		 */
		public Builder useStructuredContent(boolean use) {
			this.useStructuredContent = use;
			return this;
		}

		/**
		 * Check structured content against the tool's output schema. A result that does
		 * not match is a {@link McpProtocolException}.
		 * @param validate {@code false} by default
		 * @return this builder
		 */
		public Builder validateOutput(boolean validate) {
			this.validateOutput = validate;
			return this;
		}

		/**
		 * Say how failed calls are put to a model.
		 * @param function {@code null}, the default, to leave that to whoever calls on
		 * behalf of the model; {@link FailureFunction#none()} to let failures be thrown
		 * @return this builder
		 */
		public Builder failureFunction(@Nullable FailureFunction function) {
			this.failureFunction = function;
			return this;
		}

		/**
		 * Build the policy.
		 * @return the policy
		 */
		public McpServerPolicy build() {
			return new McpServerPolicy(this);
		}

	}

}
