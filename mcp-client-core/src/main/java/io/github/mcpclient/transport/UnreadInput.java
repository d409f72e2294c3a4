package io.github.mcpclient.transport;

import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

import io.github.mcpclient.OutgoingMessage;

/**
 * How much of what was written to a process it may not have read yet: whatever follows
 * the latest request that it answered. Not thread-safe.
 */
final class UnreadInput {

	/**
	 * What fits into a pipe for sure. Linux has room for 64 KiB, but not all of it is
	 * used when messages do not fill pages; macOS starts with 16 KiB; Windows has 4 KiB.
	 */
	private static final int PIPE_SIZE = (File.separatorChar == '\\') ? 4 * 1024 : 16 * 1024;

	private final Deque<Written> unanswered = new ArrayDeque<>();

	private long written;

	private long read;

	/**
	 * Whether a message fits into the pipe, so that writing it cannot block.
	 */
	boolean leavesRoomFor(int length) {
		if (!fits(length)) {
			findLatestAnswer();
		}
		return fits(length);
	}

	private boolean fits(int length) {
		return this.written + length - this.read <= PIPE_SIZE;
	}

	void add(OutgoingMessage message, int length) {
		forgetOldestAnswers();
		this.written += length;
		if (message.awaitsReply()) {
			this.unanswered.addLast(new Written(message, this.written));
		}
	}

	private void forgetOldestAnswers() {
		Written oldest = this.unanswered.peekFirst();
		while (oldest != null && oldest.message().isAnswered()) {
			this.read = oldest.end();
			this.unanswered.removeFirst();
			oldest = this.unanswered.peekFirst();
		}
	}

	private void findLatestAnswer() {
		Iterator<Written> latestFirst = this.unanswered.descendingIterator();
		while (latestFirst.hasNext()) {
			Written candidate = latestFirst.next();
			if (candidate.message().isAnswered()) {
				this.read = candidate.end();
				this.unanswered.removeIf((earlier) -> earlier.end() <= this.read);
				return;
			}
		}
	}

	/**
	 * A request and how much had been written with it.
	 */
	private record Written(OutgoingMessage message, long end) {
	}

}
