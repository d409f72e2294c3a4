package io.github.mcpclient.boot.autoconfigure;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Protocol;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Startup;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Transport;
import io.github.mcpclient.transport.EncodingErrors;
import io.github.mcpclient.transport.InheritEnvironment;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * Settings that every MCP server has and that can have a default for all of them. Written
 * to while the application starts only.
 */
public class CommonMcpServerProperties extends McpServerPolicyProperties {

	/**
	 * Whether there is such a server.
	 */
	private boolean enabled = true;

	/**
	 * Whether the application waits for the server when it starts, and fails without it.
	 */
	private boolean required;

	/**
	 * When the server connects. By default as 'mcp.client.startup' says.
	 */
	private @Nullable Startup startup;

	/**
	 * Environment variables of the program. Commands only.
	 */
	private Map<String, String> env = new LinkedHashMap<>();

	/**
	 * Which of the application's own environment variables the program can see. Commands
	 * only.
	 */
	private InheritEnvironment inheritEnv = InheritEnvironment.SAFE;

	/**
	 * Directory in which the program runs; the application's own by default. Commands
	 * only.
	 */
	private @Nullable File cwd;

	/**
	 * Encoding of the program's stdin and stdout. Commands only.
	 */
	private Charset encoding = StandardCharsets.UTF_8;

	/**
	 * What to do with bytes that the encoding does not know. Commands only.
	 */
	private EncodingErrors encodingErrors = EncodingErrors.STRICT;

	/**
	 * Transport to use. URLs only.
	 */
	private Transport transport = Transport.AUTO;

	/**
	 * Era of the protocol to speak.
	 */
	private Protocol protocol = Protocol.AUTO;

	/**
	 * Headers of every request. URLs only.
	 */
	private Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	/**
	 * Name of the SSL bundle to use. URLs only.
	 */
	private @Nullable String sslBundle;

	/**
	 * URL of the HTTP proxy to use. URLs only.
	 */
	private @Nullable String proxy;

	/**
	 * Whether closing the connection ends the session on the server. URLs only.
	 */
	private boolean terminateOnClose = true;

	/**
	 * Whether to go on if the server refuses to be told that the client is initialized.
	 * URLs only.
	 */
	private boolean ignoreInitializedNotificationFailure;

	/**
	 * How long a message of the server may be.
	 */
	private DataSize maxResponseSize = DataSize.ofMegabytes(16);

	/**
	 * How long TCP and TLS may take; zero means no limit. URLs only.
	 */
	private Duration connectTimeout = Duration.ofSeconds(10);

	/**
	 * How long the start of the program and the handshake may take; zero means no limit.
	 */
	private Duration initializationTimeout = Duration.ofSeconds(60);

	/**
	 * How long a request may take, unless it is a tool call; zero means no limit.
	 */
	private Duration requestTimeout = Duration.ofSeconds(30);

	/**
	 * How long a tool call may take; progress restarts it, up to ten times its length;
	 * zero means no limit.
	 */
	private Duration toolTimeout = Duration.ofSeconds(60);

	/**
	 * How long an open stream may be silent; zero means no limit. URLs only.
	 */
	private Duration readTimeout = Duration.ofMinutes(5);

	/**
	 * How long a server may be silent before it is pinged; zero for no pings.
	 */
	private Duration keepAlive = Duration.ofSeconds(30);

	/**
	 * URIs of the directories and files in which the server may work, unless a
	 * RootsProvider bean says so.
	 */
	private List<String> roots = new ArrayList<>();

	/**
	 * How a lost connection is tried again.
	 */
	@NestedConfigurationProperty
	private final ReconnectProperties reconnect = new ReconnectProperties();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public boolean isRequired() {
		return this.required;
	}

	public void setRequired(boolean required) {
		this.required = required;
	}

	public @Nullable Startup getStartup() {
		return this.startup;
	}

	public void setStartup(@Nullable Startup startup) {
		this.startup = startup;
	}

	public Map<String, String> getEnv() {
		return this.env;
	}

	public void setEnv(Map<String, String> env) {
		this.env = env;
	}

	public InheritEnvironment getInheritEnv() {
		return this.inheritEnv;
	}

	public void setInheritEnv(InheritEnvironment inheritEnv) {
		this.inheritEnv = inheritEnv;
	}

	public @Nullable File getCwd() {
		return this.cwd;
	}

	public void setCwd(@Nullable File cwd) {
		this.cwd = cwd;
	}

	public Charset getEncoding() {
		return this.encoding;
	}

	public void setEncoding(Charset encoding) {
		this.encoding = encoding;
	}

	public EncodingErrors getEncodingErrors() {
		return this.encodingErrors;
	}

	public void setEncodingErrors(EncodingErrors encodingErrors) {
		this.encodingErrors = encodingErrors;
	}

	public Transport getTransport() {
		return this.transport;
	}

	public void setTransport(Transport transport) {
		this.transport = transport;
	}

	public Protocol getProtocol() {
		return this.protocol;
	}

	public void setProtocol(Protocol protocol) {
		this.protocol = protocol;
	}

	public Map<String, String> getHeaders() {
		return this.headers;
	}

	/**
	 * Set the headers of every request.
	 * @param headers values by name; of two names that differ in case only, one counts
	 */
	public void setHeaders(Map<String, String> headers) {
		this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		this.headers.putAll(headers);
	}

	public @Nullable String getSslBundle() {
		return this.sslBundle;
	}

	public void setSslBundle(@Nullable String sslBundle) {
		this.sslBundle = sslBundle;
	}

	public @Nullable String getProxy() {
		return this.proxy;
	}

	public void setProxy(@Nullable String proxy) {
		this.proxy = proxy;
	}

	public boolean isTerminateOnClose() {
		return this.terminateOnClose;
	}

	public void setTerminateOnClose(boolean terminateOnClose) {
		this.terminateOnClose = terminateOnClose;
	}

	public boolean isIgnoreInitializedNotificationFailure() {
		return this.ignoreInitializedNotificationFailure;
	}

	public void setIgnoreInitializedNotificationFailure(boolean ignoreInitializedNotificationFailure) {
		this.ignoreInitializedNotificationFailure = ignoreInitializedNotificationFailure;
	}

	public DataSize getMaxResponseSize() {
		return this.maxResponseSize;
	}

	public void setMaxResponseSize(DataSize maxResponseSize) {
		this.maxResponseSize = maxResponseSize;
	}

	public Duration getConnectTimeout() {
		return this.connectTimeout;
	}

	public void setConnectTimeout(Duration connectTimeout) {
		this.connectTimeout = connectTimeout;
	}

	public Duration getInitializationTimeout() {
		return this.initializationTimeout;
	}

	public void setInitializationTimeout(Duration initializationTimeout) {
		this.initializationTimeout = initializationTimeout;
	}

	public Duration getRequestTimeout() {
		return this.requestTimeout;
	}

	public void setRequestTimeout(Duration requestTimeout) {
		this.requestTimeout = requestTimeout;
	}

	public Duration getToolTimeout() {
		return this.toolTimeout;
	}

	public void setToolTimeout(Duration toolTimeout) {
		this.toolTimeout = toolTimeout;
	}

	public Duration getReadTimeout() {
		return this.readTimeout;
	}

	public void setReadTimeout(Duration readTimeout) {
		this.readTimeout = readTimeout;
	}

	public Duration getKeepAlive() {
		return this.keepAlive;
	}

	public void setKeepAlive(Duration keepAlive) {
		this.keepAlive = keepAlive;
	}

	public List<String> getRoots() {
		return this.roots;
	}

	public void setRoots(List<String> roots) {
		this.roots = roots;
	}

	public ReconnectProperties getReconnect() {
		return this.reconnect;
	}

}
