package io.github.mcpclient.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processes that must not outlive the JVM. The shutdown hook exists only as long as
 * there are some, so that it keeps no class loader alive.
 */
final class RunningProcesses {

	private static final Set<ServerProcess> processes = ConcurrentHashMap.newKeySet();

	private static final Object hookLock = new Object();

	private static Thread hook = new Thread();

	private static boolean hooked;

	private RunningProcesses() {
	}

	static void add(ServerProcess process) {
		processes.add(process);
		synchronized (hookLock) {
			if (!hooked) {
				hook = new Thread(() -> processes.forEach(ServerProcess::kill), "mcp-client-shutdown");
				hooked = addHook();
			}
		}
	}

	private static boolean addHook() {
		try {
			Runtime.getRuntime().addShutdownHook(hook);
			return true;
		}
		catch (IllegalStateException ex) {
			// the JVM is shutting down: a process started now must not survive either
			processes.forEach(ServerProcess::kill);
			return false;
		}
	}

	static void remove(ServerProcess process) {
		processes.remove(process);
		synchronized (hookLock) {
			if (hooked && processes.isEmpty()) {
				removeHook();
			}
		}
	}

	private static void removeHook() {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
			hooked = false;
		}
		catch (IllegalStateException ex) {
			// the JVM is shutting down and the hook runs
		}
	}

}
