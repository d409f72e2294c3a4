package io.github.mcpclient;

import java.time.Duration;

import io.github.mcpclient.test.Eventually;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeadlineTests {

	private static final Duration HOUR = Duration.ofHours(1);

	@Test
	void zeroIsNever() {
		Deadline deadline = Deadline.after(Duration.ZERO);
		assertThat(deadline.remainingNanos()).isEqualTo(Long.MAX_VALUE);
		assertThat(deadline.hasPassed()).isFalse();
	}

	@Test
	void aTimeBeyondAllMeasureIsNever() {
		assertThat(Deadline.after(Duration.ofSeconds(Long.MAX_VALUE)).remainingNanos()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void timeRunsOut() {
		Deadline deadline = Deadline.after(Duration.ofMillis(1));
		Eventually.until(deadline::hasPassed);
		assertThat(deadline.remainingNanos()).isNotPositive();
		assertThat(deadline.length()).isEqualTo(Duration.ofMillis(1));
	}

	@Test
	void remainingTimeOnlyShrinks() {
		Deadline deadline = Deadline.after(HOUR);
		long first = deadline.remainingNanos();
		assertThat(first).isPositive().isLessThanOrEqualTo(HOUR.toNanos());
		assertThat(deadline.remainingNanos()).isLessThanOrEqualTo(first);
	}

	@Test
	void theEarlierOfTwoCounts() {
		Deadline never = Deadline.after(Duration.ZERO);
		assertThat(never.orAfter(HOUR, 10).length()).isEqualTo(HOUR);
		assertThat(never.orAfter(Duration.ZERO, 10).remainingNanos()).isEqualTo(Long.MAX_VALUE);
		assertThat(Deadline.after(HOUR).orAfter(HOUR.multipliedBy(2), 10).length()).isLessThanOrEqualTo(HOUR);
		assertThat(Deadline.after(HOUR).orAfter(Duration.ZERO, 10).length()).isLessThanOrEqualTo(HOUR);
	}

	@Test
	void restartingGivesTheWholeTimeAgain() {
		Deadline deadline = Deadline.after(Duration.ZERO).orAfter(HOUR, 10);
		long before = deadline.remainingNanos();
		Eventually.until(() -> deadline.remainingNanos() < before);
		long later = deadline.remainingNanos();
		deadline.restart();
		assertThat(deadline.length()).isGreaterThan(HOUR);
		assertThat(deadline.remainingNanos()).isLessThanOrEqualTo(HOUR.toNanos());
		assertThat(later).isLessThan(before);
	}

	@Test
	void restartingEndsAtTheLimit() {
		Deadline deadline = Deadline.after(Duration.ofMillis(1)).orAfter(HOUR, 10);
		Eventually.until(() -> {
			deadline.restart();
			return deadline.hasPassed();
		});
		assertThat(deadline.length()).isLessThanOrEqualTo(Duration.ofMillis(1));
	}

	@Test
	void restartingWhatNeverEndsChangesNothing() {
		Deadline deadline = Deadline.after(Duration.ZERO);
		deadline.restart();
		assertThat(deadline.remainingNanos()).isEqualTo(Long.MAX_VALUE);
	}

}
