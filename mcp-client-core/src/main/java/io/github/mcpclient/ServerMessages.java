package io.github.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ResourcesUpdatedNotification;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/**
 * What a server sends of its own accord on one connection. Requests are answered each on
 * a thread of its own, since a user may take minutes; notifications are told to the
 * handlers one after the other.
 */
final class ServerMessages {

	private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(30);

	/** So many at a time; a server that asks for more gets an error. */
	private static final int MOST_REQUESTS = 32;

	private static final String METHOD_CANCELLED = "notifications/cancelled";

	private final String serverName;

	private final ClientFeatures features;

	private final Consumer<OutgoingMessage> sender;

	private final Logger logger;

	private final SerialExecutor notifications;

	private final Map<Object, Future<?>> running = new ConcurrentHashMap<>();

	ServerMessages(String serverName, ClientFeatures features, Consumer<OutgoingMessage> sender, Logger logger) {
		this.serverName = serverName;
		this.features = features;
		this.sender = sender;
		this.logger = logger;
		this.notifications = new SerialExecutor(Threads.POOL, logger);
	}

	void request(JsonRpcMessage request) {
		Object id = request.id();
		if (id == null) {
			return;
		}
		if (this.running.size() >= MOST_REQUESTS) {
			this.notifications.execute(() -> reply(request,
					error(id, McpSchema.ErrorCodes.INTERNAL_ERROR, "The client is busy with other requests")));
			return;
		}
		FutureTask<?> task = new FutureTask<>(() -> {
			try {
				reply(request, answer(request, id));
			}
			finally {
				this.running.remove(id);
			}
		}, null);
		this.running.put(id, task);
		Threads.POOL.execute(task);
	}

	private void reply(JsonRpcMessage request, JSONRPCResponse response) {
		try {
			byte[] json = Json.MAPPER.writeValueAsBytes(response);
			this.sender.accept(new OutgoingText(json, "", Deadline.after(REPLY_TIMEOUT)));
		}
		catch (McpClientException | JacksonException ex) {
			this.logger.debug("Could not answer {} of the server", request.method(), ex);
		}
	}

	/**
	 * Answer a request with an error without looking at it.
	 */
	void refuse(JsonRpcMessage request, String why) {
		Object id = request.id();
		if (id != null) {
			this.notifications.execute(() -> reply(request, error(id, McpSchema.ErrorCodes.INVALID_REQUEST, why)));
		}
	}

	private JSONRPCResponse answer(JsonRpcMessage request, Object id) {
		String method = String.valueOf(request.method());
		try {
			Object result = this.features.answer(this.serverName, method, (type) -> request.body(type));
			if (result != null) {
				return JSONRPCResponse.result(id, result);
			}
			return error(id, McpSchema.ErrorCodes.METHOD_NOT_FOUND, "Not supported by this client: " + method);
		}
		catch (JacksonException ex) {
			this.logger.debug("Cannot read the parameters of {}", method, ex);
			return error(id, McpSchema.ErrorCodes.INVALID_PARAMS, "Invalid parameters");
		}
		catch (RuntimeException | Error ex) {
			this.logger.warn("The handler of {} failed: {}", method, ex.toString());
			this.logger.debug("The failure in full", ex);
			return error(id, McpSchema.ErrorCodes.INTERNAL_ERROR, "The client failed to answer");
		}
	}

	private static JSONRPCResponse error(Object id, int code, String message) {
		return JSONRPCResponse.error(id, new JSONRPCError(code, message));
	}

	void notification(JsonRpcMessage notification) {
		if (METHOD_CANCELLED.equals(notification.method())) {
			cancel(notification);
			return;
		}
		if (McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED.equals(notification.method())) {
			this.features.toolsChanged().run();
		}
		this.features.notificationHandlers()
			.forEach((handler) -> this.notifications.execute(() -> tell(handler, notification)));
	}

	private void tell(NotificationHandler handler, JsonRpcMessage notification) {
		String method = String.valueOf(notification.method());
		switch (method) {
			case McpSchema.METHOD_NOTIFICATION_MESSAGE -> with(notification, LoggingMessageNotification.class,
					(logging) -> handler.logging(this.serverName, logging));
			case McpSchema.METHOD_NOTIFICATION_PROGRESS -> with(notification, ProgressNotification.class,
					(progress) -> handler.progress(this.serverName, progress));
			case McpSchema.METHOD_NOTIFICATION_RESOURCES_UPDATED ->
				with(notification, ResourcesUpdatedNotification.class,
						(updated) -> handler.resourceUpdated(this.serverName, updated.uri()));
			case McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED -> handler.toolsChanged(this.serverName);
			case McpSchema.METHOD_NOTIFICATION_PROMPTS_LIST_CHANGED -> handler.promptsChanged(this.serverName);
			case McpSchema.METHOD_NOTIFICATION_RESOURCES_LIST_CHANGED -> handler.resourcesChanged(this.serverName);
			default -> handler.other(this.serverName, method, body(notification, Object.class));
		}
	}

	private <T> void with(JsonRpcMessage notification, Class<T> type, Consumer<T> handler) {
		T params = body(notification, type);
		if (params != null) {
			handler.accept(params);
		}
	}

	/**
	 * The parameters of a notification, or {@code null} if they are not what they should
	 * be.
	 */
	<T> @Nullable T body(JsonRpcMessage notification, Class<T> type) {
		try {
			return notification.body(type);
		}
		catch (JacksonException ex) {
			this.logger.debug("Cannot read the parameters of {}", notification.method(), ex);
			return null;
		}
	}

	private void cancel(JsonRpcMessage notification) {
		Cancelled cancelled = body(notification, Cancelled.class);
		Object id = (cancelled != null) ? cancelled.requestId() : null;
		Future<?> task = (id != null) ? this.running.remove((id instanceof Number number) ? number.longValue() : id)
				: null;
		if (task != null) {
			task.cancel(true);
		}
	}

	void cancelAll() {
		this.running.values().forEach((task) -> task.cancel(true));
	}

	record Cancelled(@Nullable Object requestId) {
	}

}
