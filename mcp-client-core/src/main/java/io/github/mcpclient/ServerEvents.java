package io.github.mcpclient;

import java.util.List;
import java.util.function.Consumer;

import io.github.mcpclient.Approval.Outcome;
import org.slf4j.Logger;

/**
 * Tells the listeners of a server what happens, in its order, on threads of the library.
 */
final class ServerEvents implements Retrier.RetryListener {

	private final String serverName;

	private final List<McpServerListener> listeners;

	private final SerialExecutor executor;

	ServerEvents(String serverName, List<McpServerListener> listeners, Logger logger) {
		this.serverName = serverName;
		this.listeners = listeners;
		this.executor = new SerialExecutor(Threads.POOL, logger);
	}

	void statusChanged(McpServerStatus status) {
		tell((listener) -> listener.statusChanged(this.serverName, status));
	}

	void approvalDecided(String toolName, Outcome outcome) {
		tell((listener) -> listener.approvalDecided(this.serverName, toolName, outcome));
	}

	@Override
	public void retrying(String operation, int retry, McpClientException failure) {
		tell((listener) -> listener.retrying(this.serverName, operation, retry, failure));
	}

	@Override
	public void withheld(String operation, McpClientException failure) {
		tell((listener) -> listener.retryWithheld(this.serverName, operation, failure));
	}

	private void tell(Consumer<McpServerListener> event) {
		this.listeners.forEach((listener) -> this.executor.execute(() -> event.accept(listener)));
	}

}
