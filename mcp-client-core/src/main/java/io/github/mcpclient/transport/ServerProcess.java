package io.github.mcpclient.transport;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The child process of a stdio server, with all that it starts. Ends with the JVM at the
 * latest.
 */
final class ServerProcess {

	private final Process process;

	private final StderrTail stderr;

	private ServerProcess(Process process, StderrTail stderr) {
		this.process = process;
		this.stderr = stderr;
	}

	static ServerProcess start(String serverName, StdioTransportSettings settings) throws IOException {
		List<String> commandLine = new ArrayList<>(settings.args());
		commandLine.add(0, settings.command());
		ProcessBuilder builder = new ProcessBuilder(commandLine);
		settings.cwd().map(Path::toFile).ifPresent((File directory) -> builder.directory(directory));
		Map<String, String> environment = builder.environment();
		Map<String, String> inherited = settings.inheritEnv().from(environment);
		environment.clear();
		environment.putAll(inherited);
		environment.putAll(settings.env());
		Process process = builder.start();
		ServerProcess started = new ServerProcess(process,
				StderrTail.of(serverName, process.getErrorStream(), settings.encoding()));
		RunningProcesses.add(started);
		return started;
	}

	OutputStream stdin() {
		return this.process.getOutputStream();
	}

	InputStream stdout() {
		return this.process.getInputStream();
	}

	/**
	 * How it ended, for an error message: the exit code, if there is one by then, and the
	 * last lines on stderr.
	 */
	String describeEnd(String otherwise, int waitMillis) {
		boolean exited = Waiting.uninterruptibly(this.process, Duration.ofMillis(waitMillis));
		String end = exited ? "the process exited with code " + this.process.exitValue() : "the process " + otherwise;
		String lastLines = this.stderr.lastLines(exited ? waitMillis : 0);
		return lastLines.isEmpty() ? end : end + "; last on stderr: " + lastLines;
	}

	/**
	 * End it: first by the end of its stdin, so that it can leave by itself, then by a
	 * request, then by force, its children included. Each step gets a third of the time.
	 */
	void stop(Duration timeout) {
		Duration step = timeout.dividedBy(3);
		List<ProcessHandle> family = family();
		closeStdin();
		if (!Waiting.uninterruptibly(this.process, step)) {
			family = union(family, family());
			family.forEach(ProcessHandle::destroy);
			Waiting.uninterruptibly(this.process, step);
		}
		endDescendants(union(family, family()), step);
		RunningProcesses.remove(this);
	}

	private void endDescendants(List<ProcessHandle> family, Duration step) {
		family.forEach(ProcessHandle::destroy);
		Waiting.uninterruptibly(family, step.dividedBy(2));
		family.forEach(ProcessHandle::destroyForcibly);
		Waiting.uninterruptibly(family, step.dividedBy(2));
	}

	/**
	 * End it at once, without waiting.
	 */
	void kill() {
		family().forEach(ProcessHandle::destroyForcibly);
	}

	private void closeStdin() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			// the process is gone already
		}
	}

	private List<ProcessHandle> family() {
		return Stream.concat(this.process.descendants(), Stream.of(this.process.toHandle())).toList();
	}

	private static List<ProcessHandle> union(List<ProcessHandle> some, List<ProcessHandle> others) {
		return Stream.concat(some.stream(), others.stream()).distinct().toList();
	}

}
