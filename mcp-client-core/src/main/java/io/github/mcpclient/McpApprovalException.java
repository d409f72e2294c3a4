package io.github.mcpclient;

import org.jspecify.annotations.Nullable;

/**
 * A call needed approval and did not get it; nothing was sent.
 */
public class McpApprovalException extends McpClientException {

	private final Approval.Outcome outcome;

	/**
	 * Create an exception.
	 * @param serverName the name of the server
	 * @param toolName the tool
	 * @param outcome how approval was decided
	 * @param reason why, in words
	 * @param cause what the handler threw, if it did
	 */
	public McpApprovalException(String serverName, String toolName, Approval.Outcome outcome, String reason,
			@Nullable Throwable cause) {
		super(serverName, "the call of '%s' was not approved: %s".formatted(toolName, reason), cause);
		this.outcome = outcome;
	}

	/**
	 * How approval was decided.
	 * @return the outcome
	 */
	public Approval.Outcome outcome() {
		return this.outcome;
	}

}
