package io.github.mcpclient.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages to the stdin of a process, one after the other. Whoever sends a message
 * that surely fits into the pipe writes it himself. Any other is left to a thread: a
 * process that does not read blocks who writes, and no deadline or interrupt frees him.
 * Thread-safe.
 */
final class StdinWriter {

	private final String serverName;

	private final OutputStream stdin;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition work = this.lock.newCondition();

	private final Deque<Handover> waiting = new ArrayDeque<>();

	private final UnreadInput unread = new UnreadInput();

	private @Nullable Thread thread;

	private boolean writing;

	private volatile boolean closed;

	StdinWriter(String serverName, OutputStream stdin) {
		this.serverName = serverName;
		this.stdin = stdin;
	}

	/**
	 * Write a message, within its deadline.
	 * @throws IOException if the process does not read its stdin any more
	 */
	void write(OutgoingMessage message, byte[] line) throws IOException {
		lockInTime(message);
		try {
			if (this.closed) {
				throw new IOException("stdin is closed");
			}
			if (isIdle() && this.unread.leavesRoomFor(line.length)) {
				this.unread.add(message, line.length);
				writeNow(line);
			}
			else {
				handOver(new Handover(message, line, this.lock.newCondition()));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void lockInTime(OutgoingMessage message) {
		try {
			if (!this.lock.tryLock(message.deadline().remainingNanos(), TimeUnit.NANOSECONDS)) {
				throw timeout(message, false);
			}
		}
		catch (InterruptedException ex) {
			throw interrupted(message, false);
		}
	}

	private boolean isIdle() {
		return !this.writing && this.waiting.isEmpty();
	}

	private void writeNow(byte[] line) throws IOException {
		this.stdin.write(line);
		this.stdin.flush();
	}

	private void handOver(Handover handover) throws IOException {
		OutgoingMessage message = handover.message;
		startThread();
		this.waiting.add(handover);
		this.work.signal();
		try {
			while (!handover.ended) {
				if (handover.changed.awaitNanos(message.deadline().remainingNanos()) <= 0 && !handover.ended) {
					throw timeout(message, handover.begun);
				}
			}
		}
		catch (InterruptedException ex) {
			throw interrupted(message, handover.begun);
		}
		finally {
			this.waiting.remove(handover);
		}
		if (handover.failure != null) {
			throw handover.failure;
		}
	}

	private McpTimeoutException timeout(OutgoingMessage message, boolean begun) {
		return new McpTimeoutException(this.serverName, message.method(), message.deadline().length(), begun);
	}

	private McpInterruptedException interrupted(OutgoingMessage message, boolean begun) {
		Thread.currentThread().interrupt();
		return new McpInterruptedException(this.serverName, message.method(), begun);
	}

	private void startThread() {
		if (this.thread == null) {
			this.thread = new Thread(this::writeHandovers, "mcp-stdin-" + this.serverName);
			this.thread.setDaemon(true);
			this.thread.start();
		}
	}

	private void writeHandovers() {
		this.lock.lock();
		try {
			while (!this.closed) {
				Handover next = this.waiting.poll();
				if (next == null) {
					this.work.awaitUninterruptibly();
				}
				else {
					write(next);
				}
			}
			end();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Write one message, without the lock meanwhile.
	 */
	private void write(Handover next) {
		next.begun = true;
		this.writing = true;
		this.unread.add(next.message, next.line.length);
		IOException failure = null;
		this.lock.unlock();
		try {
			writeNow(next.line);
		}
		catch (IOException ex) {
			failure = ex;
		}
		finally {
			this.lock.lock();
			this.writing = false;
			next.end(failure);
		}
	}

	/**
	 * Write nothing any more, and tell the process so by the end of its stdin.
	 * @return whether it can be told, which it cannot while it does not read what is
	 * being written
	 */
	boolean close(Duration timeout) {
		this.closed = true;
		if (!Waiting.uninterruptibly(this.lock::tryLock, timeout)) {
			return false;
		}
		try {
			this.work.signal();
			if (!this.writing) {
				end();
			}
			return !this.writing;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void end() {
		this.waiting.forEach((handover) -> handover.end(new IOException("stdin is closed")));
		try {
			this.stdin.close();
		}
		catch (IOException ex) {
			// the process is gone already
		}
	}

	/**
	 * A message that its sender waits for the thread to write.
	 */
	private static final class Handover {

		private final OutgoingMessage message;

		private final byte[] line;

		private final Condition changed;

		private boolean begun;

		private boolean ended;

		private @Nullable IOException failure;

		Handover(OutgoingMessage message, byte[] line, Condition changed) {
			this.message = message;
			this.line = line;
			this.changed = changed;
		}

		void end(@Nullable IOException failure) {
			this.ended = true;
			this.failure = failure;
			this.changed.signal();
		}

	}

}
