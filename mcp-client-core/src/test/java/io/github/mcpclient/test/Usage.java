package io.github.mcpclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What this JVM uses at the moment.
 *
 * @param threads live threads
 * @param descriptors open file descriptors, 0 where the system does not tell
 * @param processes live child processes
 * @param heap bytes of the heap after a collection
 */
public record Usage(int threads, long descriptors, long processes, long heap) {

	private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

	public static Usage now() {
		System.gc();
		long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
		return new Usage(ManagementFactory.getThreadMXBean().getThreadCount(), openDescriptors(),
				ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count(), heap);
	}

	private static long openDescriptors() {
		if (!Files.isDirectory(DESCRIPTORS)) {
			return 0;
		}
		try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
			return descriptors.count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Fails if this is more than before, by more than what pools of the JDK keep for a
	 * while.
	 */
	public void assertNotAbove(Usage before) {
		assertThat(this.threads).as("threads").isLessThanOrEqualTo(before.threads + 20);
		assertThat(this.descriptors).as("file descriptors").isLessThanOrEqualTo(before.descriptors + 40);
		assertThat(this.processes).as("processes").isLessThanOrEqualTo(before.processes);
		assertThat(this.heap).as("heap").isLessThan(before.heap + 32 * 1024 * 1024);
	}

}
