package io.github.mcpclient.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpTimeoutException;
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

	private static final int EXIT_WAIT_MILLIS = 500;

	private final String serverName;

	private final StdioTransportSettings settings;

	private final Logger logger;

	private final MessageEncoding encoding;

	private final ReentrantLock writing = new ReentrantLock();

	private volatile @Nullable ServerProcess process;

	private volatile boolean closed;

	StdioTransport(String serverName, StdioTransportSettings settings) {
		this.serverName = serverName;
		this.settings = settings;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
		this.encoding = new MessageEncoding(settings.encoding(), settings.encodingErrors());
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		ServerProcess started;
		try {
			started = ServerProcess.start(this.serverName, this.settings);
		}
		catch (IOException ex) {
			throw McpConnectionException.unrecoverable(this.serverName, CommandProblem.of(this.settings, ex), ex);
		}
		this.process = started;
		Thread reader = new Thread(() -> read(started, receiver), "mcp-stdout-" + this.serverName);
		reader.setDaemon(true);
		reader.start();
	}

	private void read(ServerProcess process, Receiver receiver) {
		LineReader lines = new LineReader(process.stdout(), this.settings.maxMessageSize());
		String end = "closed its stdout";
		try {
			for (byte[] line = lines.next(); line != null; line = lines.next()) {
				if (line.length > 0) {
					deliver(line, receiver);
				}
			}
		}
		catch (IOException ex) {
			this.logger.debug("stdout broke", ex);
			end = "stdout broke: " + ex.getMessage();
		}
		receiver.lost(new McpConnectionException(this.serverName, process.describeEnd(end, EXIT_WAIT_MILLIS), null));
	}

	private void deliver(byte[] line, Receiver receiver) {
		try {
			receiver.message(this.encoding.toUtf8(line));
		}
		catch (IOException ex) {
			this.logger.warn("Skipped a message that is not valid {}: {}", this.settings.encoding(), ex.toString());
		}
	}

	@Override
	public void send(OutgoingMessage message) {
		ServerProcess running = this.process;
		if (running == null || this.closed) {
			throw new McpConnectionException(this.serverName, "closed", null);
		}
		byte[] line = this.encoding.fromUtf8(message.json());
		lockForWriting(message);
		try {
			OutputStream stdin = running.stdin();
			stdin.write(line);
			stdin.flush();
		}
		catch (IOException ex) {
			this.logger.debug("stdin broke", ex);
			throw new McpConnectionException(this.serverName,
					running.describeEnd("does not read its stdin", EXIT_WAIT_MILLIS), ex);
		}
		finally {
			this.writing.unlock();
		}
	}

	private void lockForWriting(OutgoingMessage message) {
		try {
			if (!this.writing.tryLock(message.deadline().remainingNanos(), TimeUnit.NANOSECONDS)) {
				throw new McpTimeoutException(this.serverName, message.method(), message.deadline().length(), false);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, message.method(), false);
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
