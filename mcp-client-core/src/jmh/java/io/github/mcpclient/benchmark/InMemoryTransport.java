package io.github.mcpclient.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.McpTransportSettings;
import io.github.mcpclient.OutgoingMessage;

/**
 * Settings of a transport that answers at once, without any I/O, so that what is left is
 * the cost of the client itself.
 *
 * @param start how long starting takes
 */
public record InMemoryTransport(Duration start) implements McpTransportSettings {

	@Override
	public String kind() {
		return "in-memory";
	}

	@Override
	public String target() {
		return "stub";
	}

	@Override
	public McpTransport create(String serverName) {
		return new Transport(this.start);
	}

	private static final class Transport implements McpTransport {

		private final Duration start;

		private Receiver receiver;

		private Transport(Duration start) {
			this.start = start;
		}

		@Override
		public void start(Receiver receiver, Deadline deadline) {
			this.receiver = receiver;
			if (!this.start.isZero()) {
				LockSupport.parkNanos(this.start.toNanos());
			}
		}

		@Override
		public void send(OutgoingMessage message) {
			byte[] reply = StubReplies.to(message.json(), message.json().length);
			if (reply != null) {
				this.receiver.message(reply);
			}
		}

		@Override
		public void close(Duration timeout) {
			// nothing is open
		}

	}

}
