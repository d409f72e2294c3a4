package io.github.mcpclient.test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.github.mcpclient.CallContext;
import io.github.mcpclient.FailureFunction;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerInfo;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.ToolCall;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A server within the test, whose tools, state and actions the test sets.
 */
public final class InMemoryServer implements McpServer {

	private final String name;

	private final List<String> events;

	private final List<ToolCall> calls = new CopyOnWriteArrayList<>();

	private volatile State state = State.NEW;

	private volatile Optional<McpClientException> failure = Optional.empty();

	private volatile Function<CallContext, List<Tool>> listing;

	private volatile Optional<List<Tool>> cached = Optional.empty();

	private volatile Optional<McpServerInfo> info = Optional.empty();

	private volatile Function<ToolCall, CallToolResult> calling = (
			call) -> CallToolResult.builder().addTextContent(call.name() + " done").build();

	private volatile boolean structuredContent;

	private volatile Optional<FailureFunction> failureFunction = Optional.empty();

	private volatile Runnable connecting = () -> {
	};

	private volatile Runnable closing = () -> {
	};

	public InMemoryServer(String name, String... tools) {
		this(name, new CopyOnWriteArrayList<>(), tools);
	}

	/**
	 * Create a server.
	 * @param events where to tell of connects, closes and listings
	 */
	public InMemoryServer(String name, List<String> events, String... tools) {
		this.name = name;
		this.events = events;
		tools(List.of(tools).stream().map(InMemoryServer::tool).toList());
	}

	public static Tool tool(String name) {
		return new Tool(name, null, null, Map.of("type", "object", "properties", Map.of()), null, null, null);
	}

	public InMemoryServer tools(List<Tool> tools) {
		List<Tool> copy = List.copyOf(tools);
		this.cached = Optional.of(copy);
		this.listing = (context) -> copy;
		return this;
	}

	public InMemoryServer tools(Tool... tools) {
		return tools(List.of(tools));
	}

	public InMemoryServer onList(Function<CallContext, List<Tool>> listing) {
		this.listing = listing;
		return this;
	}

	public InMemoryServer nothingCached() {
		this.cached = Optional.empty();
		return this;
	}

	public InMemoryServer onCall(Function<ToolCall, CallToolResult> calling) {
		this.calling = calling;
		return this;
	}

	public InMemoryServer failingCalls(RuntimeException failure) {
		return onCall((call) -> {
			throw failure;
		});
	}

	public InMemoryServer onConnect(Runnable connecting) {
		this.connecting = connecting;
		return this;
	}

	public InMemoryServer onClose(Runnable closing) {
		this.closing = closing;
		return this;
	}

	public InMemoryServer info(McpServerInfo info) {
		this.info = Optional.of(info);
		return this;
	}

	public InMemoryServer state(State state) {
		this.state = state;
		return this;
	}

	public InMemoryServer failed(String problem) {
		this.failure = Optional.of(new McpConnectionException(this.name, problem, null));
		return state(State.FAILED);
	}

	public InMemoryServer structuredContent() {
		this.structuredContent = true;
		return this;
	}

	public InMemoryServer failureFunction(FailureFunction failureFunction) {
		this.failureFunction = Optional.of(failureFunction);
		return this;
	}

	public List<ToolCall> calls() {
		return new ArrayList<>(this.calls);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public McpServerStatus status() {
		return new McpServerStatus(this.state, Instant.EPOCH, "in-memory", this.failure, 0);
	}

	@Override
	public Optional<McpServerInfo> info() {
		return this.info;
	}

	@Override
	public void connect() {
		this.events.add("connect " + this.name);
		this.connecting.run();
		this.state = State.CONNECTED;
	}

	@Override
	public void close() {
		this.events.add("close " + this.name);
		this.closing.run();
		this.state = State.CLOSED;
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		this.events.add("list " + this.name);
		return this.listing.apply(context);
	}

	@Override
	public Optional<List<Tool>> cachedTools() {
		return this.cached;
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		this.calls.add(call);
		return this.calling.apply(call);
	}

	@Override
	public boolean useStructuredContent() {
		return this.structuredContent;
	}

	@Override
	public Optional<FailureFunction> failureFunction() {
		return this.failureFunction;
	}

}
