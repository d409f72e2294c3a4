package io.github.mcpclient.boot.autoconfigure;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps what the user was told last, for a test to look at.
 */
public class RecordingFailureAnalysisReporter implements FailureAnalysisReporter {

	private static volatile FailureAnalysis last;

	@Override
	public void report(FailureAnalysis analysis) {
		last = analysis;
	}

	static void reset() {
		last = null;
	}

	static FailureAnalysis recorded() {
		assertThat(last).as("analysis of the failure").isNotNull();
		return last;
	}

}
