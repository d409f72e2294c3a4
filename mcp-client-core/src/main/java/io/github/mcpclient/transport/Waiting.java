package io.github.mcpclient.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for processes to end, and restores an interrupt that comes meanwhile.
 */
final class Waiting {

	private Waiting() {
	}

	static boolean uninterruptibly(Process process, Duration timeout) {
		return uninterruptibly(process.onExit(), timeout);
	}

	static boolean uninterruptibly(List<ProcessHandle> processes, Duration timeout) {
		return uninterruptibly(CompletableFuture
			.allOf(processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new)), timeout);
	}

	private static boolean uninterruptibly(CompletableFuture<?> end, Duration timeout) {
		boolean interrupted = false;
		long until = System.nanoTime() + timeout.toNanos();
		try {
			while (true) {
				try {
					end.get(Math.max(until - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
					return true;
				}
				catch (TimeoutException ex) {
					return end.isDone();
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (ExecutionException | CompletionException ex) {
					return true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
