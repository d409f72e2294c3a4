package io.github.mcpclient;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs tasks one after the other, in their order, on threads of another executor. A task
 * that throws is logged and does not keep the next one from running. What comes while ten
 * thousand tasks wait is dropped. Thread-safe.
 */
final class SerialExecutor implements Executor {

	private static final int LONGEST_QUEUE = 10_000;

	private final Executor threads;

	private final Logger logger;

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private boolean running;

	private boolean dropping;

	SerialExecutor(Executor threads, Logger logger) {
		this.threads = threads;
		this.logger = logger;
	}

	@Override
	public void execute(Runnable task) {
		synchronized (this.waiting) {
			if (this.waiting.size() == LONGEST_QUEUE) {
				drop();
				return;
			}
			this.waiting.add(task);
			if (this.running) {
				return;
			}
			this.running = true;
		}
		this.threads.execute(this::runAll);
	}

	private void drop() {
		if (!this.dropping) {
			this.dropping = true;
			this.logger.warn("Handlers or listeners are too slow; what comes before they caught up is dropped");
		}
	}

	private void runAll() {
		for (Runnable task = next(); task != null; task = next()) {
			try {
				task.run();
			}
			catch (Throwable ex) {
				this.logger.warn("A handler or listener failed: {}", ex.toString());
				this.logger.debug("The failure in full", ex);
			}
		}
	}

	private @Nullable Runnable next() {
		synchronized (this.waiting) {
			Runnable task = this.waiting.poll();
			this.running = (task != null);
			this.dropping &= this.running;
			return task;
		}
	}

}
