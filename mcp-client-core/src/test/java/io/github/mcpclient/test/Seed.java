package io.github.mcpclient.test;

import java.util.Random;

/**
 * Makes randomised tests repeatable: each prints its seed, and {@code -Dtest.seed=…} sets
 * it.
 */
public final class Seed {

	private Seed() {
	}

	public static Random random() {
		long seed = Long.getLong("test.seed", System.nanoTime());
		System.err.println("Randomised with -Dtest.seed=" + seed);
		return new Random(seed);
	}

}
