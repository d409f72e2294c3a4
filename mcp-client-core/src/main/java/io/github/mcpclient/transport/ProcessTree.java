package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A process and all that it started and that those started. They have to be looked for
 * while the process lives: nobody can tell afterwards whose children they were.
 * Thread-safe.
 */
final class ProcessTree {

	private final ProcessHandle root;

	private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();

	ProcessTree(ProcessHandle root) {
		this.root = root;
		this.seen.add(root);
	}

	/**
	 * Look for processes that are new, also for children of those whose parent is gone.
	 */
	void look() {
		this.seen.removeIf((process) -> !process.isAlive());
		addDescendantsOf(this.root);
		this.seen.stream().filter(this::isOrphan).toList().forEach(this::addDescendantsOf);
	}

	private void addDescendantsOf(ProcessHandle process) {
		process.descendants().forEach(this.seen::add);
	}

	private boolean isOrphan(ProcessHandle process) {
		return !process.equals(this.root) && process.parent().filter(this.seen::contains).isEmpty();
	}

	void terminate() {
		this.seen.forEach(ProcessHandle::destroy);
	}

	void kill() {
		this.seen.forEach(ProcessHandle::destroyForcibly);
	}

	boolean hasEnded() {
		return this.seen.stream().noneMatch(ProcessTree::isRunning);
	}

	/**
	 * Whether a process runs. One that nobody reaps, as happens in containers, counts as
	 * alive for the JVM.
	 */
	private static boolean isRunning(ProcessHandle process) {
		return process.isAlive() && !isZombie(process.pid());
	}

	private static boolean isZombie(long pid) {
		try {
			String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
			return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
		}
		catch (IOException ex) {
			// not Linux, or gone
			return false;
		}
	}

}
