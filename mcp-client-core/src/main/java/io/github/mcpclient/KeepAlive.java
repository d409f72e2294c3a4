package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema;

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
			checkIn(this.interval.toNanos(), connection, lost);
		}
	}

	private void checkIn(long nanos, McpConnection connection, Consumer<McpConnectionException> lost) {
		Threads.TIMER.schedule(() -> check(connection, lost), nanos, TimeUnit.NANOSECONDS);
	}

	private void check(McpConnection connection, Consumer<McpConnectionException> lost) {
		long left = this.interval.toNanos() - connection.idleNanos();
		if (connection.isRetired()) {
			return;
		}
		if (left > 0) {
			checkIn(left, connection, lost);
		}
		else {
			Threads.POOL.execute(() -> {
				ping(connection, lost);
				checkIn(this.interval.toNanos(), connection, lost);
			});
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

}
