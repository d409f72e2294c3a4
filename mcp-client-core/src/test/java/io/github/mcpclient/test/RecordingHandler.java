package io.github.mcpclient.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.mcpclient.NotificationHandler;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;

/**
 * Remembers the notifications of a server.
 */
public final class RecordingHandler implements NotificationHandler {

	public static final String TOOLS = "tools";

	public static final String PROMPTS = "prompts";

	public static final String RESOURCES = "resources";

	public final List<LoggingMessageNotification> logs = new CopyOnWriteArrayList<>();

	public final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();

	/** Which lists changed. */
	public final List<String> changed = new CopyOnWriteArrayList<>();

	/** The URIs of the resources that changed. */
	public final List<String> updated = new CopyOnWriteArrayList<>();

	/** The methods of all other notifications. */
	public final List<String> others = new CopyOnWriteArrayList<>();

	@Override
	public void logging(String serverName, LoggingMessageNotification notification) {
		this.logs.add(notification);
	}

	@Override
	public void progress(String serverName, ProgressNotification notification) {
		this.progress.add(notification);
	}

	@Override
	public void toolsChanged(String serverName) {
		this.changed.add(TOOLS);
	}

	@Override
	public void promptsChanged(String serverName) {
		this.changed.add(PROMPTS);
	}

	@Override
	public void resourcesChanged(String serverName) {
		this.changed.add(RESOURCES);
	}

	@Override
	public void resourceUpdated(String serverName, String uri) {
		this.updated.add(uri);
	}

	@Override
	public void other(String serverName, String method, Object params) {
		this.others.add(method);
	}

}
