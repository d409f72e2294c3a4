package io.github.mcpclient;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.ToolNames.Origin;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Lists through {@link ListedServers} and {@link ToolCatalog}, and calls through the
 * servers.
 */
final class DefaultMcpTools implements McpTools {

	private final Map<String, McpServer> servers = new HashMap<>();

	private final ListedServers listed;

	private final ToolCatalog catalog;

	private final FailureFunction failureFunction;

	private final boolean recordPayloads;

	DefaultMcpTools(List<McpServer> servers, ToolCatalog catalog, FailureFunction failureFunction,
			boolean recordPayloads) {
		servers.forEach((server) -> this.servers.put(server.name(), server));
		this.listed = new ListedServers(servers);
		this.catalog = catalog;
		this.failureFunction = failureFunction;
		this.recordPayloads = recordPayloads;
	}

	@Override
	public List<McpTool> list(CallContext context) {
		Blocking.check("Listing tools");
		return this.catalog.visible(this.listed.list(context));
	}

	@Override
	public CallToolResult call(String name, @Nullable String arguments, CallContext context) {
		Blocking.check("Calling a tool");
		return call(origin(name, context), arguments, context);
	}

	@Override
	public CallToolResult call(McpTool tool, @Nullable String arguments, CallContext context) {
		Blocking.check("Calling a tool");
		return call(origin(tool), arguments, context);
	}

	@Override
	public ToolOutput callForModel(String name, @Nullable String arguments, CallContext context) {
		Blocking.check("Calling a tool");
		Origin origin;
		try {
			origin = origin(name, context);
		}
		catch (UnknownToolException ex) {
			return failure(this.failureFunction, "", name, ex);
		}
		return callForModel(origin, arguments, context);
	}

	@Override
	public ToolOutput callForModel(McpTool tool, @Nullable String arguments, CallContext context) {
		Blocking.check("Calling a tool");
		return callForModel(origin(tool), arguments, context);
	}

	private CallToolResult call(Origin origin, @Nullable String arguments, CallContext context) {
		McpServer server = server(origin);
		Map<String, Object> values = ToolArguments.read(server, origin.tool(), arguments, this.recordPayloads);
		return server.callTool(ToolCall.builder(origin.tool()).arguments(values).context(context).build());
	}

	private ToolOutput callForModel(Origin origin, @Nullable String arguments, CallContext context) {
		McpServer server = server(origin);
		try {
			return ToolOutput.of(call(origin, arguments, context), server.useStructuredContent());
		}
		catch (McpInterruptedException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			FailureFunction function = server.failureFunction().orElse(this.failureFunction);
			return failure(function, server.name(), origin.tool(), ex);
		}
	}

	private static ToolOutput failure(FailureFunction function, String serverName, String toolName,
			RuntimeException failure) {
		String text = null;
		try {
			text = function.describe(serverName, toolName, failure);
		}
		catch (RuntimeException ex) {
			LoggerFactory.getLogger("mcp.server." + serverName)
				.warn("The failure function failed for the tool '{}': {}", toolName, ex.toString());
			failure.addSuppressed(ex);
		}
		if (text == null) {
			throw failure;
		}
		return ToolOutput.failure(text);
	}

	/**
	 * The tool that was shown under a name, else the one that is shown now, else one that
	 * a filter hides, whose call the server refuses.
	 */
	private Origin origin(String name, CallContext context) {
		return this.catalog.origin(name)
			.or(() -> list(context).stream()
				.filter((tool) -> tool.name().equals(name))
				.findFirst()
				.map(DefaultMcpTools::origin))
			.or(() -> this.catalog.origin(name))
			.orElseThrow(() -> new UnknownToolException(name));
	}

	private static Origin origin(McpTool tool) {
		return new Origin(tool.serverName(), tool.originalName());
	}

	private McpServer server(Origin origin) {
		McpServer server = this.servers.get(origin.server());
		if (server == null) {
			throw new IllegalArgumentException("There is no MCP server '%s'".formatted(origin.server()));
		}
		return server;
	}

}
