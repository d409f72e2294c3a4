package io.github.mcpclient.boot.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Explains an {@link InvalidMcpClientConfigurationException}. Ahead of Spring Boot's own
 * analyzers, which print the value of a property that does not bind.
 */
class InvalidMcpClientConfigurationFailureAnalyzer
		extends AbstractFailureAnalyzer<InvalidMcpClientConfigurationException> implements Ordered {

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidMcpClientConfigurationException cause) {
		StringBuilder description = new StringBuilder(cause.problem()).append('.');
		if (cause.property() != null) {
			description.append("%n%n    Property: %s".formatted(cause.property()));
		}
		if (cause.getOrigin() != null) {
			description.append("%n    Origin: %s".formatted(cause.getOrigin()));
		}
		return new FailureAnalysis(description.toString(), cause.fix(), cause);
	}

}
