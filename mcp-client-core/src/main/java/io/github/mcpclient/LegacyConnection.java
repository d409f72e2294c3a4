package io.github.mcpclient;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.ProtocolVersions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/**
 * A connection of the handshake-based protocol, revisions 2024-11-05 to 2025-11-25: a
 * session that {@code initialize} opens, with ids that tell which reply belongs to which
 * waiting caller.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">Lifecycle</a>
 */
final class LegacyConnection implements McpConnection, McpTransport.Receiver {

	private static final List<String> VERSIONS = List.of(ProtocolVersions.MCP_2025_11_25,
			ProtocolVersions.MCP_2025_06_18, ProtocolVersions.MCP_2025_03_26, ProtocolVersions.MCP_2024_11_05);

	private static final Charset UTF_8 = StandardCharsets.UTF_8;

	private static final int EXCERPT = 200;

	private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

	private final String serverName;

	private final McpTransport transport;

	private final ServerMessages serverMessages;

	private final Logger logger;

	private final SerialExecutor cancellations;

	private final AtomicLong ids = new AtomicLong();

	private final Map<Object, PendingRequest> pending = new ConcurrentHashMap<>();

	private final CompletableFuture<McpConnectionException> lost = new CompletableFuture<>();

	private volatile boolean served;

	private volatile boolean retired;

	private volatile long lastHeard = System.nanoTime();

	private volatile boolean warnedOfGarbage;

	private @Nullable McpServerInfo info;

	private LegacyConnection(String serverName, McpTransport transport, ClientFeatures features, Logger logger) {
		this.serverName = serverName;
		this.transport = transport;
		this.logger = logger;
		this.cancellations = new SerialExecutor(Threads.POOL, logger);
		this.serverMessages = new ServerMessages(serverName, features, this::send, logger);
	}

	/**
	 * Open a connection: start the transport and shake hands. Whatever fails, nothing is
	 * left behind.
	 */
	static LegacyConnection open(String serverName, McpTransport transport, ClientFeatures features, Logger logger,
			Deadline deadline, Duration closeTimeout) {
		LegacyConnection connection = new LegacyConnection(serverName, transport, features, logger);
		try {
			transport.start(connection, deadline);
			connection.initialize(features, deadline);
			return connection;
		}
		catch (McpClientException ex) {
			connection.close(closeTimeout);
			throw ex.duringHandshake();
		}
		catch (RuntimeException | Error ex) {
			connection.close(closeTimeout);
			throw ex;
		}
	}

	private void initialize(ClientFeatures features, Deadline deadline) {
		InitializeRequest request = new InitializeRequest(VERSIONS.get(0), features.capabilities(),
				features.clientInfo());
		InitializeResult result = request(McpRequest.of(McpSchema.METHOD_INITIALIZE, request, InitializeResult.class),
				deadline);
		if (result.protocolVersion() == null || !VERSIONS.contains(result.protocolVersion())) {
			throw new McpProtocolException(this.serverName,
					"wants protocol version %s; this client speaks %s".formatted(result.protocolVersion(), VERSIONS), 0,
					null);
		}
		this.info = McpServerInfo.of(result);
		this.transport.protocolVersion(result.protocolVersion());
		send(new OutgoingText(encode(new JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED)),
				McpSchema.METHOD_NOTIFICATION_INITIALIZED, deadline));
		this.served = false;
	}

	@Override
	public McpServerInfo info() {
		McpServerInfo known = this.info;
		if (known == null) {
			throw new IllegalStateException("not initialized");
		}
		return known;
	}

	@Override
	public Optional<String> sessionId() {
		return this.transport.sessionId();
	}

	@Override
	public boolean hasServed() {
		return this.served;
	}

	@Override
	public boolean isLost() {
		return this.lost.isDone();
	}

	@Override
	public boolean isRetired() {
		return this.retired;
	}

	@Override
	public long idleNanos() {
		return System.nanoTime() - this.lastHeard;
	}

	@Override
	public void onLost(Consumer<McpConnectionException> listener) {
		this.lost.thenAccept(listener);
	}

	@Override
	public <T> T request(McpRequest<T> request, Deadline deadline) {
		long id = this.ids.incrementAndGet();
		byte[] json = encode(new JSONRPCRequest(request.method(), id, request.params().apply(id)));
		PendingRequest waiting = new PendingRequest(this.serverName, id, request, json, deadline);
		this.pending.put(id, waiting);
		try {
			failIfLost(false);
			exchange(waiting);
			return result(request, waiting.await());
		}
		catch (McpTimeoutException | McpInterruptedException ex) {
			if (ex.outcomeUnknown()) {
				cancel(request, id);
			}
			throw ex;
		}
		finally {
			this.pending.remove(id);
			waiting.release();
		}
	}

	private void exchange(PendingRequest waiting) {
		try {
			waiting.sendOver(this.transport);
		}
		catch (McpClientException ex) {
			waiting.throwIfAborted();
			throw ex;
		}
		if (waiting.awaitsReply()) {
			// the loss of the connection left out requests that were being sent
			failIfLost(true);
		}
	}

	private <T> T result(McpRequest<T> request, JsonRpcMessage reply) {
		this.served = true;
		try {
			if (reply.error()) {
				throw failure(request.method(), reply.body(ErrorBody.class));
			}
			T result = reply.body(request.resultType());
			if (result != null) {
				return result;
			}
			throw new McpProtocolException(this.serverName, "answered %s without a result".formatted(request.method()),
					null);
		}
		catch (JacksonException ex) {
			throw new McpProtocolException(this.serverName, "answered %s with something else than a %s: %s"
				.formatted(request.method(), request.resultType().getSimpleName(), ex.getOriginalMessage()), ex);
		}
	}

	private McpProtocolException failure(String method, @Nullable ErrorBody sent) {
		ErrorBody error = (sent != null) ? sent : new ErrorBody(0, null, null);
		String problem = "answered %s with error %d: %s".formatted(method, error.code(),
				(error.message() != null) ? error.message() : "no reason given");
		if (error.code() == McpUrlElicitationRequiredException.CODE) {
			return new McpUrlElicitationRequiredException(this.serverName, problem, error.data());
		}
		return new McpProtocolException(this.serverName, problem, error.code(), error.data());
	}

	/**
	 * Tell the server that nobody waits any more, one request after the other: where many
	 * time out, the server is the last to need many threads' attention.
	 * {@code initialize} must not be cancelled.
	 */
	private void cancel(McpRequest<?> request, long id) {
		if (request.method().equals(McpSchema.METHOD_INITIALIZE)) {
			return;
		}
		byte[] json = encode(new JSONRPCNotification("notifications/cancelled", Map.of("requestId", id)));
		OutgoingText message = new OutgoingText(json, "notifications/cancelled", Deadline.after(CANCEL_TIMEOUT));
		this.cancellations.execute(() -> sendQuietly(message));
	}

	private void sendQuietly(OutgoingMessage message) {
		try {
			send(message);
		}
		catch (McpClientException ex) {
			this.logger.debug("Could not send {}", message.method(), ex);
		}
	}

	private void send(OutgoingMessage message) {
		failIfLost(false);
		this.transport.send(message);
	}

	private void failIfLost(boolean sent) {
		if (this.lost.isDone()) {
			throw gone(this.lost.join(), sent);
		}
	}

	private McpConnectionException gone(McpConnectionException cause, boolean sent) {
		return new McpConnectionException(this.serverName, cause.problem(), cause, sent, cause.httpStatus().orElse(0));
	}

	@Override
	public void message(byte[] json) {
		this.lastHeard = System.nanoTime();
		JsonRpcMessage message;
		try {
			message = JsonRpcMessage.parse(json);
		}
		catch (IllegalArgumentException ex) {
			this.logger.debug("Not understood: {}", new String(json, 0, Math.min(json.length, EXCERPT), UTF_8), ex);
			refused(new InputStreamReader(new ByteArrayInputStream(json), UTF_8), "not valid UTF-8");
			return;
		}
		if (message.isRequest()) {
			this.serverMessages.request(message);
		}
		else if (message.isNotification()) {
			notification(message);
		}
		else {
			reply(message);
		}
	}

	@Override
	public void refused(Reader json, String problem) {
		this.lastHeard = System.nanoTime();
		JsonRpcMessage message;
		try {
			message = JsonRpcMessage.parseWithoutBody(json);
		}
		catch (IllegalArgumentException ex) {
			reportGarbage(ex);
			return;
		}
		if (message.method() != null) {
			this.logger.warn("Skipped a {} from the server that is {}", message.method(), problem);
			this.serverMessages.refuse(message, "The message is " + problem);
			return;
		}
		PendingRequest waiting = removePending(message);
		if (waiting != null) {
			waiting.answer(new McpProtocolException(this.serverName,
					"answered %s with a message that is %s".formatted(waiting.method(), problem), null));
		}
	}

	private void reply(JsonRpcMessage message) {
		PendingRequest waiting = removePending(message);
		if (waiting != null) {
			waiting.answer(message);
		}
	}

	private @Nullable PendingRequest removePending(JsonRpcMessage reply) {
		PendingRequest waiting = (reply.id() != null) ? this.pending.remove(reply.id()) : null;
		if (waiting == null) {
			this.logger.debug("Nobody waits for the reply with id {}", reply.id());
		}
		return waiting;
	}

	private void notification(JsonRpcMessage message) {
		if (McpSchema.METHOD_NOTIFICATION_PROGRESS.equals(message.method())) {
			ProgressNotification progress = this.serverMessages.body(message, ProgressNotification.class);
			if (progress != null) {
				progress(progress);
			}
		}
		this.serverMessages.notification(message);
	}

	private void progress(ProgressNotification progress) {
		this.pending.forEach((id, waiting) -> {
			if (waiting.reportsUnder(progress.progressToken())) {
				waiting.progress(progress);
			}
		});
	}

	private void reportGarbage(IllegalArgumentException why) {
		if (this.warnedOfGarbage) {
			this.logger.debug("Skipped what the server sent, since it is {}", why.getMessage());
			return;
		}
		this.warnedOfGarbage = true;
		this.logger.warn("Skipped what the server sent, since it is {}; from now on this is logged at DEBUG",
				why.getMessage());
	}

	@Override
	public void lost(McpConnectionException cause) {
		if (this.lost.complete(cause)) {
			this.pending.values().forEach((waiting) -> waiting.failUnlessSending(gone(cause, true)));
			this.serverMessages.cancelAll();
		}
	}

	@Override
	public void close(Duration timeout) {
		McpConnectionException closed = new McpConnectionException(this.serverName, "closed", null);
		this.retired = true;
		lost(closed);
		this.pending.values().forEach((waiting) -> waiting.abort(gone(closed, true)));
		this.transport.close(timeout);
	}

	@Override
	public void retire(Duration timeout) {
		this.retired = true;
		this.transport.close(timeout);
	}

	private byte[] encode(Object message) {
		try {
			return Json.MAPPER.writeValueAsBytes(message);
		}
		catch (JacksonException ex) {
			throw new McpInvalidArgumentsException(this.serverName,
					"cannot be sent as JSON: " + ex.getOriginalMessage());
		}
	}

	/**
	 * An error as servers send it, code and message or not.
	 */
	record ErrorBody(int code, @Nullable String message, @Nullable Object data) {
	}

}
