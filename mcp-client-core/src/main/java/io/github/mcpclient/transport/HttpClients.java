package io.github.mcpclient.transport;

import java.lang.ref.WeakReference;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients of the JDK, one for all servers with the same TLS, proxy and connect
 * timeout, so that threads do not grow with the number of servers. A client that no
 * server uses any more is collected as garbage.
 */
final class HttpClients {

	private static final Map<Key, WeakReference<HttpClient>> clients = new HashMap<>();

	/**
	 * For what TLS computes, which would hold up all servers on the selector's thread.
	 */
	private static final ExecutorService POOL = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS,
			new SynchronousQueue<>(), HttpTimer.daemons("mcp-client-http"));

	private HttpClients() {
	}

	static HttpClient of(HttpTransportSettings settings) {
		return settings.httpClient().orElseGet(() -> shared(settings));
	}

	private static HttpClient shared(HttpTransportSettings settings) {
		boolean secure = Origin.of(settings.url()).secure();
		Key key = new Key(secure, settings.sslContext().orElse(null), settings.proxy().orElse(null),
				settings.connectTimeout(), settings.httpClientCustomizer().orElse(null));
		synchronized (clients) {
			clients.values().removeIf((reference) -> reference.get() == null);
			WeakReference<HttpClient> known = clients.get(key);
			HttpClient client = (known != null) ? known.get() : null;
			if (client == null) {
				client = create(key);
				clients.put(key, new WeakReference<>(client));
			}
			return client;
		}
	}

	private static HttpClient create(Key key) {
		HttpClient.Builder builder = HttpClient.newBuilder();
		if (key.secure()) {
			builder.version(HttpClient.Version.HTTP_2).executor(POOL);
		}
		else {
			// Over plain HTTP the JDK would ask each server to upgrade to HTTP/2. Handing
			// what
			// arrives to other threads costs a third of the throughput, and loses
			// replies: one
			// connection in some 100,000 is given back twice ("header parser received no
			// bytes").
			builder.version(HttpClient.Version.HTTP_1_1).executor(Runnable::run);
		}
		if (!key.connectTimeout().isZero()) {
			builder.connectTimeout(key.connectTimeout());
		}
		if (key.sslContext() != null) {
			builder.sslContext(key.sslContext());
		}
		if (key.proxy() != null) {
			builder.proxy(ProxySelector.of(key.proxy()));
		}
		if (key.customizer() != null) {
			key.customizer().accept(builder);
		}
		return builder.followRedirects(HttpClient.Redirect.NEVER).build();
	}

	private record Key(boolean secure, @Nullable SSLContext sslContext, @Nullable InetSocketAddress proxy,
			Duration connectTimeout, @Nullable Consumer<HttpClient.Builder> customizer) {
	}

}
