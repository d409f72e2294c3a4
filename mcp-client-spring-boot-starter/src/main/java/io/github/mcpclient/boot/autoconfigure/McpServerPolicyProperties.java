package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties of what may be done with an MCP server, and how. Written to while the
 * application starts only.
 */
public class McpServerPolicyProperties {

	/**
	 * Whether to keep the list of tools until the server says that it changed.
	 */
	private boolean cacheTools;

	/**
	 * How old a list of tools that is kept may become; zero means no limit.
	 */
	private Duration toolsCacheTtl = Duration.ZERO;

	/**
	 * Which tools exist for the application.
	 */
	@NestedConfigurationProperty
	private @Nullable ToolFilterProperties toolFilter;

	/**
	 * Which calls of tools need approval.
	 */
	@NestedConfigurationProperty
	private @Nullable ApprovalProperties approval;

	/**
	 * How a failed request is repeated.
	 */
	@NestedConfigurationProperty
	private final RetryProperties retry = new RetryProperties();

	/**
	 * How many requests may be under way at once, others waiting in the order of their
	 * arrival; zero means no limit.
	 */
	private int maxConcurrentRequests;

	/**
	 * Whether a model is shown the structured content of a result instead of its text.
	 */
	private boolean useStructuredContent;

	/**
	 * Whether to check structured content against the tool's output schema.
	 */
	private boolean validateOutput;

	public boolean isCacheTools() {
		return this.cacheTools;
	}

	public void setCacheTools(boolean cacheTools) {
		this.cacheTools = cacheTools;
	}

	public Duration getToolsCacheTtl() {
		return this.toolsCacheTtl;
	}

	public void setToolsCacheTtl(Duration toolsCacheTtl) {
		this.toolsCacheTtl = toolsCacheTtl;
	}

	public @Nullable ToolFilterProperties getToolFilter() {
		return this.toolFilter;
	}

	public void setToolFilter(@Nullable ToolFilterProperties toolFilter) {
		this.toolFilter = toolFilter;
	}

	public @Nullable ApprovalProperties getApproval() {
		return this.approval;
	}

	public void setApproval(@Nullable ApprovalProperties approval) {
		this.approval = approval;
	}

	public RetryProperties getRetry() {
		return this.retry;
	}

	public int getMaxConcurrentRequests() {
		return this.maxConcurrentRequests;
	}

	public void setMaxConcurrentRequests(int maxConcurrentRequests) {
		this.maxConcurrentRequests = maxConcurrentRequests;
	}

	public boolean isUseStructuredContent() {
		return this.useStructuredContent;
	}

	public void setUseStructuredContent(boolean useStructuredContent) {
		this.useStructuredContent = useStructuredContent;
	}

	public boolean isValidateOutput() {
		return this.validateOutput;
	}

	public void setValidateOutput(boolean validateOutput) {
		this.validateOutput = validateOutput;
	}

}
