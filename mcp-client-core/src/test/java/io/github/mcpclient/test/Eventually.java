package io.github.mcpclient.test;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/**
 * Waits for what has to happen, however slow the machine is.
 */
public final class Eventually {

	private Eventually() {
	}

	public static void that(ThrowingRunnable assertion) {
		await().untilAsserted(assertion);
	}

	public static void until(Callable<Boolean> condition) {
		await().until(condition);
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(10)).atMost(Duration.ofSeconds(60));
	}

}
