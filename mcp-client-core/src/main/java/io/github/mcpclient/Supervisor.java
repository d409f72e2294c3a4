package io.github.mcpclient;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.mcpclient.McpServerStatus.State;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps one server connected: owns its state, makes one attempt at a time, and tries
 * again after a loss. Callers wait for an attempt in flight, and fail at once where there
 * is none. Nothing blocking happens under the lock.
 */
final class Supervisor {

	private final String serverName;

	private final String transport;

	private final Supplier<McpConnection> opener;

	private final ReconnectPolicy policy;

	private final Duration closeTimeout;

	private final KeepAlive keepAlive;

	private final ConnectionHooks hooks;

	private final ServerEvents events;

	private final Logger logger;

	private final ReentrantLock lock = new ReentrantLock();

	/** Set exactly while connected, so that calls need no lock. */
	private volatile @Nullable McpConnection connection;

	private volatile McpServerStatus status;

	private @Nullable ConnectAttempt attempt;

	private @Nullable ScheduledFuture<?> nextAttempt;

	/** Attempts since the last connection that proved useful. */
	private int attempts;

	Supervisor(McpServerSettings settings, Supplier<McpConnection> opener, ConnectionHooks hooks, ServerEvents events,
			Logger logger) {
		this.serverName = settings.name();
		this.transport = settings.transport().kind();
		this.opener = opener;
		this.policy = settings.reconnect();
		this.closeTimeout = settings.shutdownTimeout();
		this.keepAlive = new KeepAlive(settings.name(), settings.keepAlive(), settings.requestTimeout());
		this.hooks = hooks;
		this.events = events;
		this.logger = logger;
		this.status = new McpServerStatus(State.NEW, Instant.now(), this.transport, Optional.empty(), 0);
	}

	McpServerStatus status() {
		return this.status;
	}

	Optional<McpConnection> current() {
		return Optional.ofNullable(this.connection);
	}

	/**
	 * The connection, made first where there is none yet.
	 */
	McpConnection connection(Deadline deadline) {
		while (true) {
			McpConnection current = this.connection;
			if (current == null) {
				ConnectAttempt joined = joinAttempt();
				if (joined != null) {
					return joined.await(deadline);
				}
			}
			else if (current.isLost()) {
				current.onLost((cause) -> lost(current, cause));
			}
			else {
				return current;
			}
		}
	}

	/**
	 * The attempt to wait for, or {@code null} if one has succeeded meanwhile.
	 */
	private @Nullable ConnectAttempt joinAttempt() {
		this.lock.lock();
		try {
			if (this.attempt != null || this.connection != null) {
				return this.attempt;
			}
			if (this.status.state() == State.NEW) {
				return startAttempt(State.CONNECTING, false);
			}
			throw unavailable();
		}
		finally {
			this.lock.unlock();
		}
	}

	private McpClientException unavailable() {
		McpServerStatus now = this.status;
		if (now.state() == State.CLOSED) {
			return new McpConnectionException(this.serverName, "closed", null);
		}
		McpClientException cause = now.failure().orElse(null);
		int httpStatus = (cause instanceof McpConnectionException failure) ? failure.httpStatus().orElse(0) : 0;
		String problem = "not connected" + ((cause != null) ? ": " + cause.problem() : "");
		return new McpConnectionException(this.serverName, problem, cause, false, httpStatus);
	}

	/**
	 * Connect and wait; whatever fails is thrown and not tried again.
	 */
	void connect() {
		ConnectAttempt joined;
		this.lock.lock();
		try {
			if (this.connection != null) {
				return;
			}
			cancelNextAttempt();
			this.attempts = 0;
			joined = (this.attempt != null) ? this.attempt : startAttempt(State.CONNECTING, true);
			joined.addWaiter();
		}
		finally {
			this.lock.unlock();
		}
		try {
			joined.await(Deadline.after(Duration.ZERO));
		}
		finally {
			leave(joined);
		}
	}

	/**
	 * An explicit attempt ends when nobody waits for it any more.
	 */
	private void leave(ConnectAttempt joined) {
		this.lock.lock();
		try {
			if (joined.removeWaiter() == 0 && joined.isExplicit() && this.attempt == joined) {
				joined.cancel("connecting was interrupted");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Connect in the background and keep trying.
	 */
	void start() {
		this.lock.lock();
		try {
			if (this.connection == null && this.attempt == null && this.nextAttempt == null) {
				startAttempt(State.CONNECTING, false);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	void close() {
		McpConnection closing;
		ConnectAttempt cancelled;
		this.lock.lock();
		try {
			if (this.status.state() == State.CLOSED) {
				return;
			}
			cancelNextAttempt();
			closing = this.connection;
			cancelled = this.attempt;
			this.connection = null;
			this.attempt = null;
			this.attempts = 0;
			enter(State.CLOSED, null);
			this.hooks.closed();
			if (cancelled != null) {
				cancelled.cancel("closed");
			}
		}
		finally {
			this.lock.unlock();
		}
		if (closing != null) {
			closing.close(this.closeTimeout);
		}
		if (cancelled != null) {
			cancelled.awaitEnd(this.closeTimeout);
		}
		this.logger.info("Closed");
	}

	/**
	 * Find out in the background whether the connection still works, and replace it if it
	 * does not.
	 */
	void verify() {
		McpConnection current = this.connection;
		if (current != null) {
			Threads.POOL.execute(() -> this.keepAlive.ping(current, (cause) -> lost(current, cause)));
		}
	}

	private ConnectAttempt startAttempt(State state, boolean explicit) {
		if (this.status.state() == State.CLOSED) {
			this.hooks.opening();
		}
		ConnectAttempt started = new ConnectAttempt(this.serverName, explicit, this.opener, this);
		this.attempt = started;
		this.attempts++;
		if (this.status.state() != state) {
			enter(state, this.status.failure().orElse(null));
		}
		Threads.POOL.execute(started);
		return started;
	}

	void succeeded(ConnectAttempt ended, McpConnection opened) {
		boolean wanted;
		this.lock.lock();
		try {
			wanted = (this.attempt == ended && !ended.isCancelled());
			if (wanted) {
				this.attempt = null;
				this.connection = opened;
				enter(State.CONNECTED, null);
				this.logger.info("Connected to {} {} over {}, protocol {}", opened.info().name(),
						opened.info().version(), this.transport, opened.info().protocolVersion());
			}
		}
		finally {
			this.lock.unlock();
		}
		if (wanted) {
			ended.complete(opened);
			opened.onLost((cause) -> lost(opened, cause));
			this.keepAlive.watch(opened, (cause) -> lost(opened, cause));
		}
		else {
			opened.close(this.closeTimeout);
		}
	}

	void failed(ConnectAttempt ended, McpClientException failure) {
		this.lock.lock();
		try {
			if (this.attempt == ended) {
				this.attempt = null;
				boolean again = !ended.isExplicit() && isRecoverable(failure);
				tryAgainOrGiveUp(again, failure);
			}
		}
		finally {
			this.lock.unlock();
		}
		ended.fail(failure);
	}

	private void lost(McpConnection connection, McpConnectionException cause) {
		this.lock.lock();
		try {
			if (this.connection != connection) {
				return;
			}
			this.connection = null;
			this.hooks.connectionEnded();
			boolean useful = connection.hasServed()
					|| this.status.since().plus(this.policy.maxDelay()).isBefore(Instant.now());
			if (useful) {
				this.attempts = 0;
			}
			tryAgainOrGiveUp(true, cause);
		}
		finally {
			this.lock.unlock();
		}
		// frees the process or the socket of what is lost
		Threads.POOL.execute(() -> connection.retire(this.closeTimeout));
	}

	private void tryAgainOrGiveUp(boolean again, McpClientException cause) {
		int next = this.attempts + 1;
		boolean first = this.status.state() != State.RECONNECTING;
		if (!again || !this.policy.allows(next)) {
			enter(State.FAILED, cause);
			this.logger.warn("Not connected, and not tried again: {}", cause.problem());
			this.logger.debug("The failure in full", cause);
			return;
		}
		enter(State.RECONNECTING, cause);
		if (first) {
			this.logger.warn("Not connected, trying again in the background: {}", cause.problem());
		}
		this.logger.debug("Attempt {} failed", this.attempts, cause);
		// whoever finds a session forgotten waits for the next one, be it the first
		// request
		boolean atOnce = next == 1 || (next == 2 && cause instanceof McpConnectionException lost && lost.sessionLost());
		if (atOnce) {
			startAttempt(State.RECONNECTING, false);
		}
		else {
			this.nextAttempt = Threads.TIMER.schedule(this::attemptAgain, this.policy.delayBefore(next - 1).toMillis(),
					TimeUnit.MILLISECONDS);
		}
	}

	private void attemptAgain() {
		this.lock.lock();
		try {
			if (this.nextAttempt != null && this.status.state() == State.RECONNECTING) {
				this.nextAttempt = null;
				startAttempt(State.RECONNECTING, false);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void cancelNextAttempt() {
		if (this.nextAttempt != null) {
			this.nextAttempt.cancel(false);
			this.nextAttempt = null;
		}
	}

	private static boolean isRecoverable(McpClientException failure) {
		return !(failure instanceof McpConnectionException connection) || connection.recoverable();
	}

	private void enter(State state, @Nullable McpClientException failure) {
		long connects = this.status.connects() + ((state == State.CONNECTED) ? 1 : 0);
		McpServerStatus entered = new McpServerStatus(state, Instant.now(), this.transport,
				Optional.ofNullable(failure), connects);
		this.status = entered;
		this.events.statusChanged(entered);
	}

}
