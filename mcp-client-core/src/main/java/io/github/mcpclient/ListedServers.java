package io.github.mcpclient;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.mcpclient.McpServerStatus.State;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks servers for their tools, and leaves those out that are not connected or fail.
 * Thread-safe.
 */
final class ListedServers {

	private final List<McpServer> servers;

	private final Set<String> failing = ConcurrentHashMap.newKeySet();

	ListedServers(List<McpServer> servers) {
		this.servers = servers;
	}

	/**
	 * The tools of each server, {@code null} where they are left out.
	 */
	List<@Nullable List<Tool>> list(CallContext context) {
		return new ToolListing(this.servers, (server) -> list(server, context)).answers();
	}

	private @Nullable List<Tool> list(McpServer server, CallContext context) {
		try {
			if (!isUsable(server)) {
				return null;
			}
			if (hasNoTools(server)) {
				return List.of();
			}
			// Costs nothing where the list is immutable, as it should be
			List<Tool> tools = List.copyOf(server.listTools(context));
			if (!this.failing.isEmpty()) {
				this.failing.remove(server.name());
			}
			return tools;
		}
		catch (RuntimeException ex) {
			if (ex instanceof McpInterruptedException && Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			if (ex instanceof McpProtocolException refusal && refusal.code() == Unsupported.METHOD_NOT_FOUND) {
				return List.of();
			}
			leaveOut(server, ex);
			return null;
		}
	}

	/**
	 * A server that was never connected connects when it is listed. One that is being
	 * connected again is not waited for.
	 */
	private static boolean isUsable(McpServer server) {
		State state = state(server);
		return state == null || state == State.NEW || state == State.CONNECTING || state == State.CONNECTED;
	}

	@SuppressWarnings("NullAway") // the status of a mock is null
	private static @Nullable State state(McpServer server) {
		McpServerStatus status = server.status();
		return (status != null) ? status.state() : null;
	}

	private static boolean hasNoTools(McpServer server) {
		return server.info().filter((info) -> info.capabilities().tools() == null).isPresent();
	}

	private void leaveOut(McpServer server, RuntimeException failure) {
		Logger logger = LoggerFactory.getLogger("mcp.server." + server.name());
		if (this.failing.add(server.name()) && state(server) == State.CONNECTED) {
			logger.warn("The tools cannot be listed, and are left out: {}",
					(failure instanceof McpClientException known) ? known.problem() : failure.toString());
		}
		logger.debug("The tools cannot be listed", failure);
	}

}
