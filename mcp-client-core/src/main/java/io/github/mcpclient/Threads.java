package io.github.mcpclient;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that all servers share. All are daemons that end when idle, so that their
 * number depends on what is going on, not on how many servers there are.
 */
final class Threads {

	private static final int IDLE_SECONDS = 10;

	private static final int ASYNC_THREADS = 64;

	/** For work that may block: connecting, handlers, listeners. */
	static final ExecutorService POOL = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS,
			new SynchronousQueue<>(), daemons("mcp-client"));

	/** For points in time; what is due is handed to the pool. */
	static final ScheduledExecutorService TIMER = timer();

	/** For the blocking calls beneath the asynchronous API. */
	static final ExecutorService ASYNC = virtualThreads();

	private Threads() {
	}

	private static ScheduledExecutorService timer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("mcp-client-timer"));
		timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
		timer.allowCoreThreadTimeOut(true);
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

	private static ExecutorService virtualThreads() {
		try {
			// Java 21 and later; the baseline is 17
			return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
		}
		catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException
				| UnsupportedOperationException ex) {
			ThreadPoolExecutor bounded = new ThreadPoolExecutor(ASYNC_THREADS, ASYNC_THREADS, IDLE_SECONDS,
					TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue<>(), daemons("mcp-client-async"));
			bounded.allowCoreThreadTimeOut(true);
			return bounded;
		}
	}

	private static ThreadFactory daemons(String prefix) {
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, prefix + "-" + count.incrementAndGet());
			thread.setDaemon(true);
			thread.setContextClassLoader(Threads.class.getClassLoader());
			return thread;
		};
	}

}
