package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The builder behind {@link McpServer#builder}.
 */
final class DefaultMcpServerBuilder implements McpServer.Builder {

	private final McpTransportSettings transport;

	private String name;

	private Duration initializationTimeout = Duration.ofSeconds(60);

	private Duration requestTimeout = Duration.ofSeconds(30);

	private Duration toolTimeout = Duration.ofSeconds(60);

	private ReconnectPolicy reconnect = ReconnectPolicy.defaults();

	private Duration keepAlive = Duration.ofSeconds(30);

	private Duration shutdownTimeout = Duration.ofSeconds(10);

	private final McpServerPolicy.Builder policy = McpServerPolicy.builder();

	private Implementation clientInfo = new Implementation("mcp-client", version());

	private @Nullable SamplingHandler sampling;

	private @Nullable FormElicitationHandler formElicitation;

	private @Nullable UrlElicitationHandler urlElicitation;

	private @Nullable RootsProvider roots;

	private final List<NotificationHandler> notificationHandlers = new ArrayList<>();

	private final List<McpServerListener> listeners = new ArrayList<>();

	DefaultMcpServerBuilder(McpTransportSettings transport) {
		this.transport = transport;
		this.name = defaultName();
	}

	private static String version() {
		String version = DefaultMcpServerBuilder.class.getPackage().getImplementationVersion();
		return (version != null) ? version : "development";
	}

	private String defaultName() {
		return this.transport.kind() + ": " + this.transport.target();
	}

	@Override
	public McpServer.Builder name(String name) {
		this.name = name.isEmpty() ? defaultName() : name;
		return this;
	}

	@Override
	public McpServer.Builder initializationTimeout(Duration timeout) {
		this.initializationTimeout = Setting.notNegative("initializationTimeout", timeout);
		return this;
	}

	@Override
	public McpServer.Builder requestTimeout(Duration timeout) {
		this.requestTimeout = Setting.notNegative("requestTimeout", timeout);
		return this;
	}

	@Override
	public McpServer.Builder toolTimeout(Duration timeout) {
		this.toolTimeout = Setting.notNegative("toolTimeout", timeout);
		return this;
	}

	@Override
	public McpServer.Builder reconnect(ReconnectPolicy policy) {
		this.reconnect = policy;
		return this;
	}

	@Override
	public McpServer.Builder keepAlive(Duration interval) {
		this.keepAlive = Setting.notNegative("keepAlive", interval);
		return this;
	}

	@Override
	public McpServer.Builder shutdownTimeout(Duration timeout) {
		if (timeout.isZero()) {
			throw new IllegalArgumentException("shutdownTimeout must be positive");
		}
		this.shutdownTimeout = Setting.notNegative("shutdownTimeout", timeout);
		return this;
	}

	@Override
	public McpServer.Builder policy(Consumer<McpServerPolicy.Builder> customizer) {
		customizer.accept(this.policy);
		return this;
	}

	@Override
	public McpServer.Builder clientInfo(Implementation clientInfo) {
		this.clientInfo = clientInfo;
		return this;
	}

	@Override
	public McpServer.Builder samplingHandler(SamplingHandler handler) {
		this.sampling = handler;
		return this;
	}

	@Override
	public McpServer.Builder formElicitationHandler(FormElicitationHandler handler) {
		this.formElicitation = handler;
		return this;
	}

	@Override
	public McpServer.Builder urlElicitationHandler(UrlElicitationHandler handler) {
		this.urlElicitation = handler;
		return this;
	}

	@Override
	public McpServer.Builder roots(RootsProvider provider) {
		this.roots = provider;
		return this;
	}

	@Override
	public McpServer.Builder notificationHandler(NotificationHandler handler) {
		this.notificationHandlers.add(handler);
		return this;
	}

	@Override
	public McpServer.Builder listener(McpServerListener listener) {
		this.listeners.add(listener);
		return this;
	}

	@Override
	public McpServer build() {
		Logger logger = LoggerFactory.getLogger("mcp.server." + this.name);
		ServerEvents events = new ServerEvents(this.name, List.copyOf(this.listeners), logger);
		Guard guard = new Guard(this.name, this.policy.build(), events, logger);
		return new GuardedMcpServer(new DefaultMcpServer(settings(guard::toolsChanged), guard, events, logger), guard);
	}

	McpServerSettings settings(Runnable toolsChanged) {
		ClientFeatures features = new ClientFeatures(this.clientInfo, this.sampling, this.formElicitation,
				this.urlElicitation, this.roots, List.copyOf(this.notificationHandlers), toolsChanged);
		return new McpServerSettings(this.name, this.transport, this.initializationTimeout, this.requestTimeout,
				this.toolTimeout, this.reconnect, this.keepAlive, this.shutdownTimeout, features);
	}

}
