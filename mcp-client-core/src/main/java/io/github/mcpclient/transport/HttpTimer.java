package io.github.mcpclient.transport;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Points in time of all HTTP exchanges, on one daemon thread that ends when idle. What is
 * due must not block.
 */
final class HttpTimer {

	private static final ScheduledThreadPoolExecutor TIMER = timer();

	private HttpTimer() {
	}

	private static ScheduledThreadPoolExecutor timer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("mcp-client-http-timer"));
		timer.setKeepAliveTime(10, TimeUnit.SECONDS);
		timer.allowCoreThreadTimeOut(true);
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

	/**
	 * Schedule a task; a delay of {@link Long#MAX_VALUE} means never.
	 */
	static Future<?> schedule(Runnable task, long delayNanos) {
		return (delayNanos == Long.MAX_VALUE) ? CompletableFuture.completedFuture(null)
				: TIMER.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
	}

	static ThreadFactory daemons(String prefix) {
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, prefix + "-" + count.incrementAndGet());
			thread.setDaemon(true);
			thread.setContextClassLoader(HttpTimer.class.getClassLoader());
			return thread;
		};
	}

}
