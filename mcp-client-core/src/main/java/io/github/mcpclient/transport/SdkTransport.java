package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpInterruptedException;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.OutgoingMessage;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adapts a transport of the MCP SDK, which speaks in objects and in {@code Mono}s.
 */
final class SdkTransport implements McpTransport {

	private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder().build());

	private final String serverName;

	private final McpClientTransport transport;

	private final Logger logger;

	SdkTransport(String serverName, McpClientTransport transport) {
		this.serverName = serverName;
		this.transport = transport;
		this.logger = LoggerFactory.getLogger("mcp.server." + serverName);
	}

	@Override
	public void start(Receiver receiver, Deadline deadline) {
		this.transport.setExceptionHandler((failure) -> receiver
			.lost(new McpConnectionException(this.serverName, "the transport failed: " + failure, failure)));
		await(this.transport
			.connect((arriving) -> arriving.doOnNext((message) -> deliver(message, receiver)).then(Mono.empty())),
				"the transport", deadline, false);
	}

	private void deliver(JSONRPCMessage message, Receiver receiver) {
		try {
			receiver.message(MAPPER.writeValueAsBytes(message));
		}
		catch (IOException ex) {
			this.logger.warn("Skipped a message that is no JSON: {}", ex.toString());
		}
	}

	@Override
	public void send(OutgoingMessage message) {
		try {
			JSONRPCMessage decoded = McpSchema.deserializeJsonRpcMessage(MAPPER,
					new String(message.json(), StandardCharsets.UTF_8));
			await(this.transport.sendMessage(decoded), message.method(), message.deadline(), message.awaitsReply());
		}
		catch (IOException ex) {
			throw new IllegalStateException("What this library wrote is no JSON-RPC message", ex);
		}
	}

	private void await(Mono<Void> action, String what, Deadline deadline, boolean request) {
		CompletableFuture<Void> end = action.toFuture();
		try {
			end.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException(this.serverName, what, request);
		}
		catch (TimeoutException ex) {
			throw new McpTimeoutException(this.serverName, what, deadline.length(), request);
		}
		catch (ExecutionException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			throw new McpConnectionException(this.serverName, "the transport failed: " + cause, cause, request, 0);
		}
		finally {
			end.cancel(true);
		}
	}

	@Override
	public void close(Duration timeout) {
		try {
			await(this.transport.closeGracefully(), "the transport to close", Deadline.after(timeout), false);
		}
		catch (RuntimeException ex) {
			this.logger.debug("The transport did not close as it should", ex);
		}
	}

}
