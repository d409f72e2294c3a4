package io.github.mcpclient.test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.mcpclient.CallContext;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.ToolCall;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * A server without a connection, that does what a test wants and counts what it is asked.
 */
public final class FakeServer implements McpServer {

	/** The calls that arrived, in order. */
	public final List<ToolCall> calls = new CopyOnWriteArrayList<>();

	/** How often the tools were listed. */
	public final AtomicInteger listings = new AtomicInteger();

	private volatile Supplier<List<Tool>> tools = List::of;

	private volatile Function<ToolCall, CallToolResult> answer = (call) -> text("called");

	private volatile State state = State.CONNECTED;

	public static CallToolResult text(String text) {
		return CallToolResult.builder().addTextContent(text).build();
	}

	public FakeServer tools(Tool... tools) {
		List<Tool> list = List.of(tools);
		return tools(() -> list);
	}

	public FakeServer tools(Supplier<List<Tool>> tools) {
		this.tools = tools;
		return this;
	}

	public FakeServer answer(Function<ToolCall, CallToolResult> answer) {
		this.answer = answer;
		return this;
	}

	public void state(State state) {
		this.state = state;
	}

	/**
	 * The names of the tools that were called.
	 */
	public List<String> called() {
		return this.calls.stream().map(ToolCall::name).toList();
	}

	@Override
	public String name() {
		return "fake";
	}

	@Override
	public McpServerStatus status() {
		return new McpServerStatus(this.state, Instant.EPOCH, "fake", Optional.empty(), 1);
	}

	@Override
	public void connect() {
		this.state = State.CONNECTED;
	}

	@Override
	public void close() {
		this.state = State.CLOSED;
	}

	@Override
	public List<Tool> listTools(CallContext context) {
		this.listings.incrementAndGet();
		return this.tools.get();
	}

	@Override
	public CallToolResult callTool(ToolCall call) {
		this.calls.add(call);
		return this.answer.apply(call);
	}

}
