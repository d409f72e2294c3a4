package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Properties of the MCP client. Written to while the application starts only.
 */
@ConfigurationProperties(prefix = "mcp.client", ignoreUnknownFields = false)
public class McpClientProperties {

	static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp.client");

	static final ConfigurationPropertyName DEFAULTS = PREFIX.append("defaults");

	static final ConfigurationPropertyName SERVERS = PREFIX.append("servers");

	/**
	 * Whether to configure MCP servers at all.
	 */
	private boolean enabled = true;

	/**
	 * When servers connect: in the background, before the application has started, or on
	 * first use.
	 */
	private Startup startup = Startup.ASYNC;

	/**
	 * How long closing all servers may take.
	 */
	private Duration shutdownTimeout = Duration.ofSeconds(10);

	/**
	 * Whether arguments of calls and messages of servers may be part of exceptions and of
	 * what a model is told of failures. For diagnosis.
	 */
	private boolean recordPayloads;

	/**
	 * Properties of the tools of all servers as one list.
	 */
	@NestedConfigurationProperty
	private final McpToolsProperties tools = new McpToolsProperties();

	/**
	 * Settings of every server that does not set them itself.
	 */
	@NestedConfigurationProperty
	private final CommonMcpServerProperties defaults = new CommonMcpServerProperties();

	/**
	 * Servers by name. A name consists of lower-case letters, digits and single dashes;
	 * it is the name of the bean.
	 */
	private final Map<String, McpServerProperties> servers = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Startup getStartup() {
		return this.startup;
	}

	public void setStartup(Startup startup) {
		this.startup = startup;
	}

	public Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public void setShutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

	public boolean isRecordPayloads() {
		return this.recordPayloads;
	}

	public void setRecordPayloads(boolean recordPayloads) {
		this.recordPayloads = recordPayloads;
	}

	public McpToolsProperties getTools() {
		return this.tools;
	}

	public CommonMcpServerProperties getDefaults() {
		return this.defaults;
	}

	public Map<String, McpServerProperties> getServers() {
		return this.servers;
	}

	/**
	 * When a server connects.
	 */
	public enum Startup {

		/** In the background, once the application has started. */
		ASYNC,

		/** Before the application has started, which waits for it. */
		EAGER,

		/** On first use. */
		LAZY

	}

	/**
	 * How a remote server is spoken to.
	 */
	public enum Transport {

		/** Streamable HTTP. */
		AUTO,

		/** Streamable HTTP. */
		STREAMABLE_HTTP,

		/** The older HTTP with server-sent events. */
		SSE

	}

	/**
	 * An era of the protocol.
	 */
	public enum Protocol {

		/** Whatever the server speaks. */
		AUTO,

		/** The revisions that open a session with a handshake. */
		LEGACY

	}

}
