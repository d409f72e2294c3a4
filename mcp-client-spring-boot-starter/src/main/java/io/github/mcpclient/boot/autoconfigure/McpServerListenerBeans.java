package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.mcpclient.Approval;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.McpServerStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * All listeners of a server, found when there is something to hear. One that throws does
 * not keep the others from hearing it.
 */
class McpServerListenerBeans implements McpServerListener {

	private static final Logger logger = LoggerFactory.getLogger(McpServerListenerBeans.class);

	private final SingletonSupplier<List<McpServerListener>> listeners;

	McpServerListenerBeans(Supplier<List<McpServerListener>> listeners) {
		this.listeners = SingletonSupplier.of(listeners);
	}

	@Override
	public void statusChanged(String serverName, McpServerStatus status) {
		tell(serverName, (listener) -> listener.statusChanged(serverName, status));
	}

	@Override
	public void approvalDecided(String serverName, String toolName, Approval.Outcome outcome) {
		tell(serverName, (listener) -> listener.approvalDecided(serverName, toolName, outcome));
	}

	@Override
	public void retrying(String serverName, String operation, int retry, McpClientException failure) {
		tell(serverName, (listener) -> listener.retrying(serverName, operation, retry, failure));
	}

	@Override
	public void retryWithheld(String serverName, String operation, McpClientException failure) {
		tell(serverName, (listener) -> listener.retryWithheld(serverName, operation, failure));
	}

	private void tell(String serverName, Consumer<McpServerListener> event) {
		for (McpServerListener listener : this.listeners.obtain()) {
			try {
				event.accept(listener);
			}
			catch (RuntimeException ex) {
				logger.warn("MCP server '{}': a listener failed: {}", serverName, ex.toString());
				logger.debug("MCP server '{}': a listener failed", serverName, ex);
			}
		}
	}

}
