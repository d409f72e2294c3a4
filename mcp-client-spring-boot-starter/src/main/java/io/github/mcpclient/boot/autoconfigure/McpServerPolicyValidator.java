package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Checks what may be done with a server.
 */
class McpServerPolicyValidator {

	private final ConfiguredProperties configured;

	McpServerPolicyValidator(ConfiguredProperties configured) {
		this.configured = configured;
	}

	/**
	 * Check the policy of a server.
	 * @param server the full name of the server
	 * @param properties its properties
	 * @throws InvalidMcpClientConfigurationException if something is wrong
	 */
	void validate(ConfigurationPropertyName server, McpServerPolicyProperties properties) {
		notNegative(server, "tools-cache-ttl", properties.getToolsCacheTtl());
		if (properties.getMaxConcurrentRequests() < 0) {
			throw problem(server, "max-concurrent-requests", "is negative: " + properties.getMaxConcurrentRequests(),
					"Write how many requests may be under way at once, or 0 for no limit.");
		}
		validateRetry(server, properties.getRetry());
		ToolFilterProperties filter = properties.getToolFilter();
		if (filter != null) {
			validateNames(server, "tool-filter.allow", filter.allow());
			validateNames(server, "tool-filter.block", filter.block());
		}
		ApprovalProperties approval = properties.getApproval();
		if (approval != null) {
			validateApproval(server, approval);
		}
	}

	private void validateRetry(ConfigurationPropertyName server, RetryProperties retry) {
		if (retry.getMaxRetries() < -1) {
			throw problem(server, "retry.max-retries", "is below -1: " + retry.getMaxRetries(),
					"Write how many attempts to make after the first, or -1 for no limit.");
		}
		validateBackoff(server, retry.getBackoff(), retry.getMaxBackoff());
		if (!(retry.getJitter() >= 0 && retry.getJitter() <= 1)) {
			throw problem(server, "retry.jitter", "is not between 0 and 1: " + retry.getJitter(),
					"Write a number such as 0.2.");
		}
	}

	private void validateBackoff(ConfigurationPropertyName server, Duration backoff, Duration maxBackoff) {
		notNegative(server, "retry.backoff", backoff);
		if (maxBackoff.compareTo(backoff) >= 0) {
			return;
		}
		if (this.configured.isSet(this.configured.locate(server, "retry.max-backoff"))) {
			throw problem(server, "retry.max-backoff",
					"is shorter than 'retry.backoff': %s < %s".formatted(maxBackoff, backoff),
					"Make it as long or longer.");
		}
		throw problem(server, "retry.backoff",
				"is longer than 'retry.max-backoff': %s > %s".formatted(backoff, maxBackoff),
				"Set 'retry.max-backoff', too.");
	}

	private void validateApproval(ConfigurationPropertyName server, ApprovalProperties approval) {
		validateNames(server, "approval.always", approval.always());
		validateNames(server, "approval.never", approval.never());
		notNegative(server, "approval.timeout", approval.timeout());
		for (String name : approval.always()) {
			if (approval.never().contains(name)) {
				throw problem(server, "approval.never", "lists '%s', and so does 'approval.always'".formatted(name),
						"Remove it from one of them.");
			}
		}
	}

	private void validateNames(ConfigurationPropertyName server, String key, @Nullable List<String> names) {
		for (String name : (names != null) ? names : List.<String>of()) {
			if (name.isBlank() || !name.equals(name.strip())) {
				throw problem(server, key,
						"holds the name '%s', which is blank or has blanks at its ends".formatted(name),
						"Write the name of a tool, or a glob such as search_*.");
			}
		}
	}

	private void notNegative(ConfigurationPropertyName server, String key, Duration value) {
		if (value.isNegative()) {
			throw problem(server, key, "is negative: " + value, "Write a positive duration, or 0 for no limit.");
		}
	}

	private InvalidMcpClientConfigurationException problem(ConfigurationPropertyName server, String key, String problem,
			String fix) {
		return this.configured.problem(this.configured.locate(server, key), problem, fix);
	}

}
