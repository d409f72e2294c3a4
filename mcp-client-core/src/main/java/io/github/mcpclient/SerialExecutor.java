package io.github.mcpclient;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs tasks one after the other, in their order, on threads of another executor. A task
 * that throws is logged and does not keep the next one from running. Thread-safe.
 */
final class SerialExecutor implements Executor {

	private final Executor threads;

	private final Logger logger;

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private boolean running;

	SerialExecutor(Executor threads, Logger logger) {
		this.threads = threads;
		this.logger = logger;
	}

	@Override
	public void execute(Runnable task) {
		synchronized (this.waiting) {
			this.waiting.add(task);
			if (this.running) {
				return;
			}
			this.running = true;
		}
		this.threads.execute(this::runAll);
	}

	private void runAll() {
		for (Runnable task = next(); task != null; task = next()) {
			try {
				task.run();
			}
			catch (RuntimeException | LinkageError ex) {
				this.logger.warn("A handler or listener failed: {}", ex.toString());
				this.logger.debug("The failure in full", ex);
			}
		}
	}

	private @Nullable Runnable next() {
		synchronized (this.waiting) {
			Runnable task = this.waiting.poll();
			this.running = (task != null);
			return task;
		}
	}

}
