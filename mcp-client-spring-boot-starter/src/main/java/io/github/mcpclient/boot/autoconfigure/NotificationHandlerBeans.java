package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.mcpclient.NotificationHandler;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * All notification handlers of a server, found when there is something to handle. One
 * that throws does not keep the others from hearing of it.
 */
class NotificationHandlerBeans implements NotificationHandler {

	private static final Logger logger = LoggerFactory.getLogger(NotificationHandlerBeans.class);

	private final SingletonSupplier<List<NotificationHandler>> handlers;

	NotificationHandlerBeans(Supplier<List<NotificationHandler>> handlers) {
		this.handlers = SingletonSupplier.of(handlers);
	}

	@Override
	public void logging(String serverName, LoggingMessageNotification notification) {
		each(serverName, (handler) -> handler.logging(serverName, notification));
	}

	@Override
	public void progress(String serverName, ProgressNotification notification) {
		each(serverName, (handler) -> handler.progress(serverName, notification));
	}

	@Override
	public void toolsChanged(String serverName) {
		each(serverName, (handler) -> handler.toolsChanged(serverName));
	}

	@Override
	public void promptsChanged(String serverName) {
		each(serverName, (handler) -> handler.promptsChanged(serverName));
	}

	@Override
	public void resourcesChanged(String serverName) {
		each(serverName, (handler) -> handler.resourcesChanged(serverName));
	}

	@Override
	public void resourceUpdated(String serverName, String uri) {
		each(serverName, (handler) -> handler.resourceUpdated(serverName, uri));
	}

	@Override
	public void other(String serverName, String method, @Nullable Object params) {
		each(serverName, (handler) -> handler.other(serverName, method, params));
	}

	private void each(String serverName, Consumer<NotificationHandler> action) {
		for (NotificationHandler handler : this.handlers.obtain()) {
			try {
				action.accept(handler);
			}
			catch (RuntimeException ex) {
				logger.warn("MCP server '{}': a notification handler failed: {}", serverName, ex.toString());
				logger.debug("MCP server '{}': a notification handler failed", serverName, ex);
			}
		}
	}

}
