package io.github.mcpclient;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.McpServerStatus.State;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server whose connecting and closing is bounded, also where its own is not. Guarded by
 * the lock of its {@link ServerLifecycle}.
 */
final class ManagedServer {

	private final McpServer server;

	private final Logger logger;

	/** For servers that do not tell their state. */
	private boolean connected;

	private @Nullable LifecycleTask connecting;

	private @Nullable LifecycleTask closing;

	/** Whether the close before has not ended, so that no attempt was begun. */
	private boolean refused;

	private Duration timeout = Duration.ZERO;

	private Deadline deadline = Deadline.after(Duration.ZERO);

	ManagedServer(McpServer server) {
		this.server = server;
		this.logger = LoggerFactory.getLogger("mcp.server." + server.name());
	}

	String name() {
		return this.server.name();
	}

	McpServer server() {
		return this.server;
	}

	@SuppressWarnings("NullAway") // the status of a mock is null
	boolean isConnected() {
		if (isClosing()) {
			return false;
		}
		McpServerStatus status = this.server.status();
		return (status != null) ? status.state() == State.CONNECTED : this.connected;
	}

	/**
	 * Begin to connect, as soon as nothing is left of an attempt before.
	 */
	void beginConnect(Duration timeout) {
		this.timeout = timeout;
		this.deadline = Deadline.after(timeout);
		this.refused = isClosing();
		if (!this.refused) {
			LifecycleTask before = this.connecting;
			this.connecting = new LifecycleTask(() -> connectAfter(before), this::closeLate).start();
		}
	}

	private boolean isClosing() {
		return this.closing != null && !this.closing.hasEnded();
	}

	private void connectAfter(@Nullable LifecycleTask before) {
		if (before != null) {
			try {
				before.awaitEnd();
			}
			catch (InterruptedException ex) {
				throw new McpInterruptedException(name(), "the end of the attempt before", false);
			}
		}
		this.server.connect();
	}

	/**
	 * The server has connected, but too late.
	 */
	private void closeLate() {
		try {
			this.server.close();
		}
		catch (RuntimeException | Error ex) {
			this.logger.warn("Closing failed: {}", ex.toString());
		}
	}

	/**
	 * Wait for the attempt that was begun.
	 * @return why it failed, {@code null} if it did not
	 */
	@Nullable Throwable awaitConnected() throws InterruptedException {
		LifecycleTask attempt = this.connecting;
		if (attempt == null || this.refused) {
			return new McpConnectionException(name(), "not connected again, since its close has not ended", null);
		}
		Throwable failure;
		try {
			failure = attempt.await(this.deadline);
		}
		catch (TimeoutException ex) {
			if (!abandonConnect()) {
				return new McpTimeoutException(name(), "connecting", this.timeout, false);
			}
			return null;
		}
		this.connected = (failure == null);
		return failure;
	}

	/**
	 * No longer wait for the attempt that was begun.
	 * @return whether the server is connected all the same
	 */
	boolean abandonConnect() {
		LifecycleTask attempt = this.connecting;
		this.connected = attempt != null && !this.refused && !attempt.abandon() && attempt.hasSucceeded();
		return this.connected;
	}

	/**
	 * Close, and wait for it even if interrupted.
	 * @return what went wrong, {@code null} if nothing did
	 */
	@Nullable Throwable close(Duration timeout) {
		LifecycleTask task = this.closing;
		if (task == null || task.hasEnded()) {
			task = new LifecycleTask(this.server::close, () -> {
			}).start();
			this.closing = task;
		}
		this.connected = false;
		Throwable failure = awaitClosed(task, Deadline.after(timeout), timeout);
		if (failure != null) {
			this.logger.warn("Closing failed: {}", failure.toString());
			this.logger.debug("The failure in full", failure);
		}
		return failure;
	}

	private @Nullable Throwable awaitClosed(LifecycleTask task, Deadline deadline, Duration timeout) {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return task.await(deadline);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		catch (TimeoutException ex) {
			return new McpTimeoutException(name(), "closing", timeout, false);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
