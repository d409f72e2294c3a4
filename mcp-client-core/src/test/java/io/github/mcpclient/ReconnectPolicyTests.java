package io.github.mcpclient;

import java.time.Duration;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ReconnectPolicyTests {

	private static final Duration MILLI = Duration.ofMillis(1);

	@Test
	void byDefaultAttemptsHaveNoEnd() {
		ReconnectPolicy policy = ReconnectPolicy.defaults();
		assertThat(policy).isEqualTo(new ReconnectPolicy(true, Duration.ofMillis(500), Duration.ofSeconds(30), -1));
		assertThat(policy.allows(1)).isTrue();
		assertThat(policy.allows(Integer.MAX_VALUE)).isTrue();
	}

	@Test
	void neverAllowsNone() {
		assertThat(ReconnectPolicy.never().allows(1)).isFalse();
	}

	@Test
	void attemptsEndAtTheMaximum() {
		ReconnectPolicy policy = new ReconnectPolicy(true, MILLI, MILLI, 2);
		assertThat(policy.allows(2)).isTrue();
		assertThat(policy.allows(3)).isFalse();
	}

	@RepeatedTest(20)
	void waitsAreBetweenTheShortestAndTheDoublingCeiling() {
		ReconnectPolicy policy = new ReconnectPolicy(true, Duration.ofMillis(100), Duration.ofMillis(1000), -1);
		assertThat(policy.delayBefore(1)).isEqualTo(Duration.ofMillis(100));
		assertThat(policy.delayBefore(2)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
		assertThat(policy.delayBefore(3)).isBetween(Duration.ofMillis(100), Duration.ofMillis(400));
		assertThat(policy.delayBefore(5)).isBetween(Duration.ofMillis(100), Duration.ofMillis(1000));
		assertThat(policy.delayBefore(Integer.MAX_VALUE)).isBetween(Duration.ofMillis(100), Duration.ofMillis(1000));
	}

	@Test
	void waitsOfExtremeLengthDoNotOverflow() {
		ReconnectPolicy policy = new ReconnectPolicy(true, Duration.ofDays(3650), Duration.ofDays(100_000), -1);
		for (int attempt = 1; attempt < 100; attempt++) {
			assertThat(policy.delayBefore(attempt)).isBetween(Duration.ofDays(3650), Duration.ofDays(100_000));
		}
	}

	@Test
	void settingsThatMakeNoSenseAreRefusedByName() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ReconnectPolicy(true, Duration.ZERO, MILLI, -1))
			.withMessageContaining("initialDelay");
		assertThatIllegalArgumentException().isThrownBy(() -> new ReconnectPolicy(true, MILLI.negated(), MILLI, -1))
			.withMessageContaining("initialDelay");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ReconnectPolicy(true, Duration.ofSeconds(1), MILLI, -1))
			.withMessageContaining("maxDelay");
		assertThatIllegalArgumentException().isThrownBy(() -> new ReconnectPolicy(true, MILLI, MILLI, -2))
			.withMessageContaining("maxAttempts");
	}

}
