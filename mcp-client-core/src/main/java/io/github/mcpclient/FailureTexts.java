package io.github.mcpclient;

import org.jspecify.annotations.Nullable;

/**
 * What a model is told of a failed call where nothing else is set: what went wrong, and
 * what to make of it. The messages of exceptions other than this library's may hold
 * payloads, and are told only if those may be recorded.
 */
final class FailureTexts implements FailureFunction {

	private final boolean recordPayloads;

	FailureTexts(boolean recordPayloads) {
		this.recordPayloads = recordPayloads;
	}

	@Override
	public @Nullable String describe(String serverName, String toolName, RuntimeException failure) {
		if (failure instanceof UnknownToolException) {
			return failure.getMessage();
		}
		if (failure instanceof McpInvalidArgumentsException invalid) {
			return "The call was refused: %s. Correct the arguments and call again.".formatted(invalid.problem());
		}
		if (failure instanceof McpToolNotAllowedException || failure instanceof McpApprovalException) {
			return "The call was refused: %s.".formatted(((McpClientException) failure).problem());
		}
		if (failure instanceof McpClientException known) {
			String advice = known.outcomeUnknown()
					? " It may have taken effect all the same; find out before you call it again." : "";
			return "The tool '%s' failed: %s.%s".formatted(toolName, known.problem(), advice);
		}
		return "The tool '%s' failed%s".formatted(toolName, this.recordPayloads ? ": " + failure : ".");
	}

}
