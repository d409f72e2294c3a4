package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Seed;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cache of tools against a model, and under many threads against what may not happen.
 */
class ToolsCachePropertyTests {

	private final Random random = Seed.random();

	private static Patience patience() {
		return new CloseSignal("fake").until(Deadline.after(Duration.ZERO));
	}

	/**
	 * The list of the one tool that there is at a version.
	 */
	private static ToolList version(long version) {
		return ToolList.of(List.of(Definitions.tool("v" + version)), (duplicate) -> {
		});
	}

	private static long versionOf(ToolList list) {
		Tool tool = list.tools().get(0);
		return Long.parseLong(tool.name().substring(1));
	}

	@Test
	@Behaviour({ "C1", "C3", "C6", "C7", "C12" })
	void oneThreadSeesWhatTheModelSays() {
		for (int run = 0; run < 300; run++) {
			boolean enabled = this.random.nextInt(4) > 0;
			int ttl = this.random.nextBoolean() ? 0 : 1 + this.random.nextInt(5);
			AtomicLong now = new AtomicLong(this.random.nextLong());
			ToolsCache cache = new ToolsCache(enabled, Duration.ofNanos(ttl), now::get);
			Model model = new Model(enabled, ttl);
			long version = 0;
			for (int step = 0; step < 60; step++) {
				switch (this.random.nextInt(8)) {
					case 0 -> {
						cache.invalidate();
						model.fresh = false;
					}
					case 1 -> {
						cache.outdate();
						model.fresh = false;
						model.outdated = true;
					}
					case 2 -> {
						now.incrementAndGet();
						model.age++;
					}
					case 3 -> cache.closed();
					default -> version = list(cache, model, ++version);
				}
				assertThat(cache.isStale()).as("run %d, step %d", run, step)
					.isEqualTo(model.known != 0 && (model.outdated || model.isTooOld()));
				assertThat(cache.last().map(ToolsCachePropertyTests::versionOf).orElse(0L)).isEqualTo(model.known);
				assertThat(cache.current().isPresent()).isEqualTo(model.known != 0 && !model.outdated);
			}
		}
	}

	private long list(ToolsCache cache, Model model, long version) {
		boolean down = this.random.nextInt(4) == 0;
		boolean invalidatedMeanwhile = this.random.nextInt(4) == 0;
		boolean fails = this.random.nextInt(4) == 0;
		boolean[] fetched = { false };
		boolean expected = model.fetches(down);
		try {
			ToolList list = cache.get(down, patience(), (begin) -> {
				fetched[0] = true;
				begin.run();
				if (invalidatedMeanwhile) {
					cache.invalidate();
				}
				if (fails) {
					throw new McpConnectionException("fake", "broke", null);
				}
				return version(version);
			});
			assertThat(versionOf(list)).isEqualTo(expected ? version : model.known);
		}
		catch (McpConnectionException ex) {
			assertThat(expected && fails).isTrue();
		}
		assertThat(fetched[0]).isEqualTo(expected);
		if (expected) {
			model.fetched(version, invalidatedMeanwhile, fails);
		}
		return version;
	}

	@Test
	@Behaviour({ "C6", "C9" })
	void manyThreadsNeverSeeAListOlderThanTheLastInvalidationBeforeTheyCame() {
		AtomicLong version = new AtomicLong(1);
		AtomicLong announced = new AtomicLong(1);
		ToolsCache cache = new ToolsCache(true, Duration.ZERO, System::nanoTime);
		List<String> wrong = new CopyOnWriteArrayList<>();
		List<Running<Integer>> threads = new ArrayList<>();
		for (int thread = 0; thread < 8; thread++) {
			Random decisions = new Random(this.random.nextLong());
			threads.add(Running.start(() -> {
				int fetches = 0;
				for (int i = 0; i < 3_000; i++) {
					if (decisions.nextInt(20) == 0) {
						change(cache, version, announced, decisions.nextBoolean());
					}
					long least = announced.get();
					int[] own = { 0 };
					ToolList list = cache.get(false, patience(), (begin) -> {
						own[0]++;
						begin.run();
						ToolList fetched = version(version.get());
						if (decisions.nextInt(4) == 0) {
							Thread.yield();
						}
						return fetched;
					});
					fetches += own[0];
					if (versionOf(list) < least) {
						wrong.add(versionOf(list) + " instead of " + least);
					}
				}
				return fetches;
			}));
		}
		int fetches = threads.stream().mapToInt(Running::result).sum();
		assertThat(wrong).isEmpty();
		// each change costs one fetch of those that follow it, at most one of each
		// thread's
		assertThat((long) fetches).isLessThanOrEqualTo(8 * version.get());
		assertThat(versionOf(cache.get(false, patience(), (begin) -> {
			begin.run();
			return version(version.get());
		}))).isEqualTo(version.get());
	}

	private static void change(ToolsCache cache, AtomicLong version, AtomicLong announced, boolean explicit) {
		long made = version.incrementAndGet();
		if (explicit) {
			cache.invalidate();
		}
		else {
			cache.outdate();
		}
		announced.accumulateAndGet(made, Math::max);
	}

	private static final class Model {

		private final boolean enabled;

		private final int ttl;

		private long known;

		private int age;

		private boolean fresh;

		private boolean outdated;

		Model(boolean enabled, int ttl) {
			this.enabled = enabled;
			this.ttl = ttl;
		}

		boolean isTooOld() {
			return this.ttl > 0 && this.age >= this.ttl;
		}

		boolean fetches(boolean down) {
			return !this.enabled || this.known == 0 || isTooOld() || !(this.fresh || down);
		}

		void fetched(long version, boolean invalidatedMeanwhile, boolean failed) {
			if (!failed) {
				this.known = version;
				this.age = 0;
				this.fresh = true;
				this.outdated &= invalidatedMeanwhile;
			}
			this.fresh &= !invalidatedMeanwhile;
		}

	}

}
