package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/**
 * Pings a server that has been silent for a while, to notice a connection that died
 * without a word. Any answer is a sign of life, an error too.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping">Ping</a>
 */
final class KeepAlive {

	private final String serverName;

	private final Duration interval;

	private final Duration timeout;

	/**
	 * Create a watch.
	 * @param interval how long a server may be silent; zero for no pings
	 * @param timeout how long an answer may take; zero for no limit
	 */
	KeepAlive(String serverName, Duration interval, Duration timeout) {
		this.serverName = serverName;
		this.interval = interval;
		this.timeout = timeout;
	}

	void watch(McpConnection connection, Consumer<McpConnectionException> lost) {
		if (!this.interval.isZero()) {
			Watch watch = new Watch(connection, lost);
			watch.checkIn(this.interval.toNanos());
			connection.onLost((cause) -> watch.end());
		}
	}

	/**
	 * Ping now, and tell if there is no answer.
	 */
	void ping(McpConnection connection, Consumer<McpConnectionException> lost) {
		try {
			connection.request(McpRequest.of(McpSchema.METHOD_PING, null, Object.class), Deadline.after(this.timeout));
		}
		catch (McpProtocolException ex) {
			// an error is an answer
		}
		catch (McpClientException ex) {
			lost.accept(new McpConnectionException(this.serverName, "does not answer pings: " + ex.problem(), ex));
		}
	}

	/**
	 * The watch over one connection. Lets go of it as soon as it is lost: the timer would
	 * hold it for another interval.
	 */
	private final class Watch {

		private final McpConnection connection;

		private final Consumer<McpConnectionException> lost;

		private @Nullable Future<?> next;

		Watch(McpConnection connection, Consumer<McpConnectionException> lost) {
			this.connection = connection;
			this.lost = lost;
		}

		synchronized void checkIn(long nanos) {
			if (!this.connection.isLost() && !this.connection.isRetired()) {
				this.next = Threads.TIMER.schedule(this::check, nanos, TimeUnit.NANOSECONDS);
			}
		}

		private void check() {
			long left = KeepAlive.this.interval.toNanos() - this.connection.idleNanos();
			if (left > 0) {
				checkIn(left);
			}
			else {
				Threads.POOL.execute(() -> {
					ping(this.connection, this.lost);
					checkIn(KeepAlive.this.interval.toNanos());
				});
			}
		}

		synchronized void end() {
			if (this.next != null) {
				this.next.cancel(false);
			}
		}

	}

}
