package io.github.mcpclient.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains what a process prints to stderr, so that it never blocks, logs it at DEBUG and
 * keeps the last lines for error messages.
 */
final class StderrTail implements Runnable {

	private static final int LINES = 10;

	private static final int LINE_LENGTH = 1000;

	private final InputStream stream;

	private final Charset charset;

	private final Logger logger;

	private final Deque<String> lines = new ArrayDeque<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private StderrTail(InputStream stream, Charset charset, Logger logger) {
		this.stream = stream;
		this.charset = charset;
		this.logger = logger;
	}

	static StderrTail of(String serverName, InputStream stream, Charset charset) {
		StderrTail tail = new StderrTail(stream, charset,
				LoggerFactory.getLogger("mcp.server." + serverName + ".stderr"));
		Thread thread = new Thread(tail, "mcp-stderr-" + serverName);
		thread.setDaemon(true);
		thread.start();
		return tail;
	}

	@Override
	public void run() {
		LineReader reader = new LineReader(this.stream, LINE_LENGTH);
		try {
			for (byte[] line = reader.next(); line != null; line = reader.next()) {
				add(new String(line, this.charset));
			}
		}
		catch (IOException ex) {
			this.logger.debug("stderr broke", ex);
		}
		finally {
			this.end.countDown();
		}
	}

	private void add(String line) {
		this.logger.debug("{}", line);
		synchronized (this.lines) {
			if (this.lines.size() == LINES) {
				this.lines.removeFirst();
			}
			this.lines.addLast(line);
		}
	}

	/**
	 * The last lines, in one.
	 * @param wait how long to wait for the end of the stream
	 */
	String lastLines(Duration wait) {
		try {
			this.end.await(wait.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		synchronized (this.lines) {
			return String.join(" | ", this.lines);
		}
	}

}
