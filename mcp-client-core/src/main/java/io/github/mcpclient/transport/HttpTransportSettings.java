package io.github.mcpclient.transport;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpTransport;
import io.github.mcpclient.McpTransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * A server that is reached over HTTP. Immutable; prints neither header values nor
 * user-info, query and fragment of the URL.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http">Streamable
 * HTTP transport</a>
 */
public final class HttpTransportSettings implements McpTransportSettings {

	private final boolean sse;

	private final URI url;

	private final Map<String, String> headers;

	private final Duration connectTimeout;

	private final Duration readTimeout;

	private final int maxResponseSize;

	private final boolean terminateOnClose;

	private final @Nullable SSLContext sslContext;

	private final @Nullable InetSocketAddress proxy;

	private final boolean ignoreInitializedNotificationFailure;

	private final @Nullable HttpClient httpClient;

	private final @Nullable Consumer<HttpClient.Builder> httpClientCustomizer;

	private final Credentials credentials;

	private HttpTransportSettings(Builder builder) {
		this.sse = builder.sse;
		this.url = builder.url;
		this.headers = HttpFields.copyOf(builder.headers, builder.url.getRawUserInfo());
		this.connectTimeout = builder.connectTimeout;
		this.readTimeout = builder.readTimeout;
		this.maxResponseSize = builder.maxResponseSize;
		this.terminateOnClose = builder.terminateOnClose;
		this.sslContext = builder.sslContext;
		this.proxy = builder.proxy;
		this.ignoreInitializedNotificationFailure = builder.ignoreInitializedNotificationFailure;
		this.httpClient = builder.httpClient;
		this.httpClientCustomizer = builder.httpClientCustomizer;
		this.credentials = new Credentials(builder.auth);
	}

	/**
	 * Start to describe a server that speaks streamable HTTP.
	 * @param url the endpoint, used whole, path and query included
	 * @return a builder
	 * @throws IllegalArgumentException if the URL is no absolute one of HTTP or HTTPS
	 */
	public static Builder streamableHttp(URI url) {
		return new Builder(url, false);
	}

	/**
	 * Start to describe a server that speaks the older HTTP with server-sent events.
	 * @param url the address of the event stream, used whole, path and query included
	 * @return a builder
	 * @throws IllegalArgumentException if the URL is no absolute one of HTTP or HTTPS
	 */
	public static Builder sse(URI url) {
		return new Builder(url, true);
	}

	@Override
	public String kind() {
		return this.sse ? "sse" : "streamable-http";
	}

	@Override
	public String target() {
		String port = (this.url.getPort() == -1) ? "" : ":" + this.url.getPort();
		return this.url.getScheme() + "://" + this.url.getHost() + port + this.url.getRawPath();
	}

	@Override
	public McpTransport create(String serverName) {
		HttpCalls calls = new HttpCalls(serverName, this);
		return this.sse ? new SseTransport(serverName, this, calls)
				: new StreamableHttpTransport(serverName, this, calls);
	}

	/**
	 * The endpoint, which may hold secrets.
	 * @return the URL as given
	 */
	public URI url() {
		return this.url;
	}

	/**
	 * Headers sent with every request, which may hold secrets. User-info in the URL
	 * stands here as basic authorization, unless there is another one.
	 * @return an immutable map that ignores the case of its keys
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * How long TCP and TLS may take.
	 * @return 10 seconds by default; zero means no limit
	 */
	public Duration connectTimeout() {
		return this.connectTimeout;
	}

	/**
	 * How long an open stream may be silent.
	 * @return 5 minutes by default; zero means no limit
	 */
	public Duration readTimeout() {
		return this.readTimeout;
	}

	/**
	 * How long a reply, or one event of a stream, may be.
	 * @return bytes, 16 MiB by default
	 */
	public int maxResponseSize() {
		return this.maxResponseSize;
	}

	/**
	 * Whether closing the connection ends the session on the server.
	 * @return {@code true} by default
	 */
	public boolean terminateOnClose() {
		return this.terminateOnClose;
	}

	/**
	 * What TLS trusts and shows.
	 * @return empty for the JDK's default
	 */
	public Optional<SSLContext> sslContext() {
		return Optional.ofNullable(this.sslContext);
	}

	/**
	 * The proxy to go through.
	 * @return empty for none
	 */
	public Optional<InetSocketAddress> proxy() {
		return Optional.ofNullable(this.proxy);
	}

	/**
	 * Whether a server may refuse to be told that the client is initialized.
	 * @return {@code false} by default
	 */
	public boolean ignoreInitializedNotificationFailure() {
		return this.ignoreInitializedNotificationFailure;
	}

	/**
	 * The URL as it is requested: whole, but for user-info and fragment.
	 */
	URI requestUrl() {
		return Origin.withoutUserInfo(this.url);
	}

	Optional<HttpClient> httpClient() {
		return Optional.ofNullable(this.httpClient);
	}

	Optional<Consumer<HttpClient.Builder>> httpClientCustomizer() {
		return Optional.ofNullable(this.httpClientCustomizer);
	}

	Credentials credentials() {
		return this.credentials;
	}

	@Override
	public String toString() {
		return "HttpTransportSettings[kind=%s, url=%s, headers=%s, connectTimeout=%s, readTimeout=%s]".formatted(kind(),
				target(), new TreeSet<>(this.headers.keySet()), this.connectTimeout, this.readTimeout);
	}

	/**
	 * Builds {@link HttpTransportSettings}. Not thread-safe. A negative duration is an
	 * {@link IllegalArgumentException}.
	 */
	public static final class Builder {

		private final boolean sse;

		private final URI url;

		private Map<String, String> headers = Map.of();

		private Duration connectTimeout = Duration.ofSeconds(10);

		private Duration readTimeout = Duration.ofMinutes(5);

		private int maxResponseSize = 16 * 1024 * 1024;

		private boolean terminateOnClose = true;

		private @Nullable SSLContext sslContext;

		private @Nullable InetSocketAddress proxy;

		private boolean ignoreInitializedNotificationFailure;

		private @Nullable HttpClient httpClient;

		private @Nullable Consumer<HttpClient.Builder> httpClientCustomizer;

		private @Nullable McpAuthProvider auth;

		private Builder(URI url, boolean sse) {
			boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
			if (!http || url.getHost() == null) {
				throw new IllegalArgumentException(
						"The URL of a server must start with http:// or https:// and a host");
			}
			this.url = url;
			this.sse = sse;
		}

		/**
		 * Set the headers that are sent with every request.
		 * @param headers values by name
		 * @return this builder
		 * @throws IllegalArgumentException from {@link #build()} if one cannot be sent
		 */
		public Builder headers(Map<String, String> headers) {
			this.headers = headers;
			return this;
		}

		/**
		 * Bound TCP and TLS.
		 * @param timeout zero means no limit
		 * @return this builder
		 */
		public Builder connectTimeout(Duration timeout) {
			this.connectTimeout = notNegative("connectTimeout", timeout);
			return this;
		}

		/**
		 * Bound the silence of an open stream.
		 * @param timeout zero means no limit
		 * @return this builder
		 */
		public Builder readTimeout(Duration timeout) {
			this.readTimeout = notNegative("readTimeout", timeout);
			return this;
		}

		/**
		 * Bound the length of a reply and of an event of a stream.
		 * @param maxResponseSize bytes, positive
		 * @return this builder
		 */
		public Builder maxResponseSize(int maxResponseSize) {
			if (maxResponseSize <= 0) {
				throw new IllegalArgumentException("maxResponseSize must be positive, not " + maxResponseSize);
			}
			this.maxResponseSize = maxResponseSize;
			return this;
		}

		/**
		 * Say whether closing the connection ends the session on the server.
		 * @param terminateOnClose whether it does
		 * @return this builder
		 */
		public Builder terminateOnClose(boolean terminateOnClose) {
			this.terminateOnClose = terminateOnClose;
			return this;
		}

		/**
		 * Say what TLS trusts and shows.
		 * @param sslContext {@code null} for the JDK's default
		 * @return this builder
		 */
		public Builder sslContext(@Nullable SSLContext sslContext) {
			this.sslContext = sslContext;
			return this;
		}

		/**
		 * Go through a proxy.
		 * @param proxy {@code null} for none
		 * @return this builder
		 */
		public Builder proxy(@Nullable InetSocketAddress proxy) {
			this.proxy = proxy;
			return this;
		}

		/**
		 * Say who gives the credentials. Its headers win over those that are set.
		 * @param auth {@code null} for none
		 * @return this builder
		 */
		public Builder auth(@Nullable McpAuthProvider auth) {
			this.auth = auth;
			return this;
		}

		/**
		 * Go on when the server refuses to be told that the client is initialized, as
		 * some do. Every other refusal counts.
		 * @param ignore whether to
		 * @return this builder
		 */
		public Builder ignoreInitializedNotificationFailure(boolean ignore) {
			this.ignoreInitializedNotificationFailure = ignore;
			return this;
		}

		/**
		 * Use an HTTP client that exists already, for all that this client would
		 * otherwise set on it: TLS, proxy, connect timeout.
		 * @param httpClient {@code null} for one of this library's
		 * @return this builder
		 * @throws IllegalArgumentException if it follows redirects by itself, which takes
		 * credentials to other servers
		 */
		public Builder httpClient(@Nullable HttpClient httpClient) {
			if (httpClient != null && httpClient.followRedirects() != HttpClient.Redirect.NEVER) {
				throw new IllegalArgumentException("The HttpClient must not follow redirects by itself");
			}
			this.httpClient = httpClient;
			return this;
		}

		/**
		 * Have the last word on the HTTP client, which is then this server's own.
		 * Redirects stay off.
		 * @param customizer {@code null} for none
		 * @return this builder
		 */
		public Builder httpClientCustomizer(@Nullable Consumer<HttpClient.Builder> customizer) {
			this.httpClientCustomizer = customizer;
			return this;
		}

		/**
		 * Build the settings.
		 * @return the settings
		 */
		public HttpTransportSettings build() {
			return new HttpTransportSettings(this);
		}

		private static Duration notNegative(String name, Duration timeout) {
			if (timeout.isNegative()) {
				throw new IllegalArgumentException(name + " must not be negative, not " + timeout);
			}
			return timeout;
		}

	}

}
