package io.github.mcpclient;

import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot of how a server is doing. Immutable.
 *
 * @param state the state of the connection
 * @param since when that state was entered
 * @param transport how the server is spoken to: {@code stdio}, {@code streamable-http},
 * {@code sse}, or what a custom transport calls itself
 * @param failure why the server is not connected; empty while it is
 * @param connects how many connections were made so far; each beyond the first is a
 * reconnect
 * @param tools how many tools the server listed last, before any filter; empty if it was
 * not asked yet
 * @param toolsStale whether the server may have other tools by now
 */
public record McpServerStatus(State state, Instant since, String transport, Optional<McpClientException> failure,
		long connects, Optional<Integer> tools, boolean toolsStale) {

	/**
	 * Create the status of a server whose tools are not known.
	 * @param state the state of the connection
	 * @param since when that state was entered
	 * @param transport how the server is spoken to
	 * @param failure why the server is not connected; empty while it is
	 * @param connects how many connections were made so far
	 */
	public McpServerStatus(State state, Instant since, String transport, Optional<McpClientException> failure,
			long connects) {
		this(state, since, transport, failure, connects, Optional.empty(), false);
	}

	McpServerStatus withTools(Optional<Integer> tools, boolean stale) {
		return new McpServerStatus(this.state, this.since, this.transport, this.failure, this.connects, tools, stale);
	}

	/**
	 * The states of a connection.
	 */
	public enum State {

		/** Never connected. The first call connects. */
		NEW,

		/** The first connection is being made. Calls wait for it. */
		CONNECTING,

		/** Usable. */
		CONNECTED,

		/** The connection is lost or was never made, and is tried again. */
		RECONNECTING,

		/** Given up. {@link McpServer#connect()} tries again. */
		FAILED,

		/** Closed. {@link McpServer#connect()} opens it again; a call does not. */
		CLOSED

	}

}
