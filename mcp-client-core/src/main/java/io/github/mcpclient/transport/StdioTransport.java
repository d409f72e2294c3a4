package io.github.mcpclient.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.OutgoingMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to a child process, a message a line. One thread reads stdout and one stderr;
 * whoever sends writes to stdin, one at a time.
 */
final class StdioTransport implements McpTransport {

	private static final int DRAIN_MILLIS = 500;

	private static final Duration CHILDREN_INTERVAL = Duration.ofSeconds(5);

	private final String serverName;

	private final StdioTransportSettings settings;

	private final Logger logger;

	private final MessageEncoding encoding;

	private final String tooLong;

	private volatile @Nullable ServerProcess process;

	private volatile boolean closed;

	StdioTransport(String serverName, StdioTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
		this.encoding = new MessageEncoding(settings.encoding(), settings.encodingErrors());
		this.tooLong = "longer than the %d bytes that maxMessageSize allows (max-response-size in YAML)"
			.formatted(settings.maxMessageSize());
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		ServerProcess started;
		try {
			started = ServerProcess.start(this.serverName, this.settings);
		}
		catch (IllegalArgumentException ex) {
			// without the cause, which may print a secret
			throw McpConnectionException.unrecoverable(this.serverName, CommandProblem.unusable(this.settings), null);
		}
		catch (IOException ex) {
			throw McpConnectionException.unrecoverable(this.serverName, CommandProblem.of(this.settings, ex), ex);
		}
		this.process = started;
		if (this.closed) {
			started.stop(Duration.ZERO);
		}
		CompletableFuture<Void> read = new CompletableFuture<>();
		Thread reader = new Thread(() -> {
			receiver.lost(end(started, read(started, receiver)));
			read.complete(null);
		}, "mcp-stdout-" + this.serverName);
		reader.setDaemon(true);
		reader.start();
		watchExit(started, read, receiver);
	}

	/**
	 * Notice that the process has exited although its stdout does not end, since what it
	 * has started keeps it open.
	 */
	private void watchExit(ServerProcess process, CompletableFuture<Void> read, Receiver receiver) {
		process.onExit()
			.thenCompose((exited) -> read.copy().completeOnTimeout(null, DRAIN_MILLIS, TimeUnit.MILLISECONDS))
			.thenRunAsync(() -> {
				if (!read.isDone()) {
					receiver.lost(end(process, "exited"));
				}
			});
	}

	/**
	 * Hand over what arrives, until nothing does any more.
	 * @return what happened then
	 */
	private String read(ServerProcess process, Receiver receiver) {
		LineReader lines = new LineReader(process.stdout(), this.settings.maxMessageSize());
		long looked = System.nanoTime();
		try {
			for (byte[] line = lines.next(); line != null && !this.closed; line = lines.next()) {
				if (lines.isCut()) {
					receiver.refused(this.encoding.reader(whole(line, lines.rest())), this.tooLong);
				}
				else if (line.length > 0) {
					deliver(line, receiver);
				}
				if (System.nanoTime() - looked > CHILDREN_INTERVAL.toNanos()) {
					CompletableFuture.runAsync(process::lookForChildren);
					looked = System.nanoTime();
				}
			}
			return "closed its stdout";
		}
		catch (IOException | RuntimeException | Error ex) {
			this.logger.debug("stdout broke", ex);
			return "cannot be read from any more: " + ex.getMessage();
		}
	}

	private static InputStream whole(byte[] start, InputStream rest) {
		return new SequenceInputStream(new ByteArrayInputStream(start), rest);
	}

	private void deliver(byte[] line, Receiver receiver) {
		byte[] message;
		try {
			message = this.encoding.toUtf8(line);
		}
		catch (CharacterCodingException ex) {
			receiver.refused(this.encoding.reader(new ByteArrayInputStream(line)),
					"not valid " + this.settings.encoding());
			return;
		}
		receiver.message(message);
	}

	private McpConnectionException end(ServerProcess process, String otherwise) {
		String problem = this.closed ? "closed" : process.describeEnd(otherwise);
		return new McpConnectionException(this.serverName, problem, null);
	}

	@Override
	public void protocolVersion(String version) {
		ServerProcess running = this.process;
		if (running != null) {
			running.lookForChildren();
		}
	}

	@Override
	public void send(OutgoingMessage message) {
		ServerProcess running = this.process;
		if (running == null || this.closed) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		try {
			running.stdin().write(message, this.encoding.fromUtf8(message.json()));
		}
		catch (IOException ex) {
			this.logger.debug("stdin broke", ex);
			throw new McpConnectionException(this.serverName, end(running, "does not read its stdin").problem(), ex);
		}
	}

	@Override
	public void close(Duration timeout) {
		this.closed = true;
		ServerProcess running = this.process;
		if (running != null) {
			running.stop(timeout);
		}
	}

}
