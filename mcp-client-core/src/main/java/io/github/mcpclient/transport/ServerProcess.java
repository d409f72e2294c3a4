package io.github.mcpclient.transport;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The child process of a stdio server, with all that it starts. Ends with the JVM at the
 * latest.
 */
final class ServerProcess {

	private static final boolean WINDOWS = File.separatorChar == '\\';

	private static final Duration LAST_WORDS = Duration.ofMillis(500);

	private final Process process;

	private final ProcessTree tree;

	private final StdinWriter stdin;

	private final StderrTail stderr;

	private final Duration exitGrace;

	private volatile boolean stopped;

	private ServerProcess(String serverName, Process process, StdioTransportSettings settings) {
		this.process = process;
		this.tree = new ProcessTree(process.toHandle());
		this.stdin = new StdinWriter(serverName, process.getOutputStream());
		this.stderr = StderrTail.of(serverName, process.getErrorStream(), settings.encoding());
		this.exitGrace = settings.exitGrace();
	}

	static ServerProcess start(String serverName, StdioTransportSettings settings) throws IOException {
		Map<String, String> environment = environment(settings);
		ProcessBuilder builder = new ProcessBuilder(new CommandLine(WINDOWS, environment, ServerProcess::isProgram)
			.of(settings.command(), settings.args()));
		settings.cwd().map(Path::toFile).ifPresent((File directory) -> builder.directory(directory));
		builder.environment().clear();
		builder.environment().putAll(environment);
		return RunningProcesses.start(() -> new ServerProcess(serverName, builder.start(), settings));
	}

	private static Map<String, String> environment(StdioTransportSettings settings) {
		Map<String, String> environment = WINDOWS ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
		environment.putAll(settings.inheritEnv().from(System.getenv()));
		environment.putAll(settings.env());
		return environment;
	}

	private static boolean isProgram(String path) {
		File file = new File(path);
		return file.isFile() && file.canExecute();
	}

	StdinWriter stdin() {
		return this.stdin;
	}

	InputStream stdout() {
		return this.process.getInputStream();
	}

	/**
	 * Completes when the process itself has exited, whatever it leaves behind.
	 */
	CompletableFuture<?> onExit() {
		return this.process.onExit();
	}

	/**
	 * Take note of what the process has started by now.
	 */
	void lookForChildren() {
		this.tree.look();
	}

	/**
	 * How it ended, for an error message: the exit code, if there is one soon, and the
	 * last lines on stderr.
	 */
	String describeEnd(String otherwise) {
		boolean exited = Waiting.uninterruptibly(() -> !this.process.isAlive(), LAST_WORDS);
		String end = exited ? "the process exited with code " + this.process.exitValue() : "the process " + otherwise;
		String lastLines = this.stderr.lastLines(exited ? LAST_WORDS : Duration.ZERO);
		return lastLines.isEmpty() ? end : end + "; last on stderr: " + lastLines;
	}

	/**
	 * End it: first by the end of its stdin, so that it can leave by itself, then by a
	 * request, then by force, its children included. Each step gets a third of the time.
	 */
	void stop(Duration timeout) {
		Duration step = timeout.dividedBy(3);
		this.tree.look();
		if (this.stdin.close(step)) {
			Waiting.uninterruptibly(() -> !this.process.isAlive(), step);
		}
		this.tree.look();
		if (!this.tree.hasEnded()) {
			this.tree.terminate();
			Waiting.uninterruptibly(this.tree::hasEnded, step);
		}
		this.tree.look();
		if (!this.tree.hasEnded()) {
			this.tree.kill();
			Waiting.uninterruptibly(this.tree::hasEnded, step);
		}
		RunningProcesses.remove(this);
		this.stopped = true;
	}

	/**
	 * End it since the JVM ends, unless the application does that itself in the time that
	 * it is given.
	 */
	void stopAtExit(Duration timeout) {
		Waiting.uninterruptibly(() -> this.stopped || !this.process.isAlive(), this.exitGrace);
		if (!this.stopped) {
			stop(timeout);
		}
	}

}
