package io.github.mcpclient.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import org.jspecify.annotations.Nullable;

/**
 * The processes that must not outlive the JVM. The shutdown hook exists only as long as
 * there are some, so that it keeps no class loader alive.
 */
final class RunningProcesses {

	private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(3);

	private static final Set<ServerProcess> processes = ConcurrentHashMap.newKeySet();

	/** Held for reading while a process starts, so that the hook misses none. */
	private static final ReadWriteLock starting = new ReentrantReadWriteLock();

	private static boolean shuttingDown;

	private static int hookUsers;

	private static @Nullable Thread hook;

	private RunningProcesses() {
	}

	static ServerProcess start(Starter starter) throws IOException {
		starting.readLock().lock();
		try {
			useHook();
			ServerProcess started = null;
			try {
				started = starter.start();
				processes.add(started);
				return started;
			}
			finally {
				if (started == null) {
					releaseHook();
				}
			}
		}
		finally {
			starting.readLock().unlock();
		}
	}

	static void remove(ServerProcess process) {
		if (processes.remove(process)) {
			releaseHook();
		}
	}

	private static synchronized void useHook() throws IOException {
		if (shuttingDown) {
			throw new IOException("the JVM is shutting down");
		}
		if (hook == null) {
			Thread added = new Thread(RunningProcesses::stopAll, "mcp-client-shutdown");
			try {
				Runtime.getRuntime().addShutdownHook(added);
			}
			catch (IllegalStateException ex) {
				throw new IOException("the JVM is shutting down", ex);
			}
			hook = added;
		}
		hookUsers++;
	}

	private static synchronized void releaseHook() {
		hookUsers--;
		if (hookUsers == 0 && hook != null && !shuttingDown) {
			try {
				Runtime.getRuntime().removeShutdownHook(hook);
			}
			catch (IllegalStateException ex) {
				// the JVM is shutting down and the hook is about to run
			}
			hook = null;
		}
	}

	private static void stopAll() {
		refuseMore();
		List<Thread> stopping = processes.stream()
			.map((process) -> new Thread(() -> process.stopAtExit(SHUTDOWN_TIMEOUT), "mcp-client-shutdown"))
			.toList();
		stopping.forEach(Thread::start);
		for (Thread thread : stopping) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static void refuseMore() {
		starting.writeLock().lock();
		try {
			synchronized (RunningProcesses.class) {
				shuttingDown = true;
			}
		}
		finally {
			starting.writeLock().unlock();
		}
	}

	/**
	 * Starts a process.
	 */
	interface Starter {

		ServerProcess start() throws IOException;

	}

}
