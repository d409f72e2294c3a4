package io.github.mcpclient.transport;

import java.lang.ref.WeakReference;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients of the JDK, one for all servers with the same TLS, proxy and connect
 * timeout, so that threads do not grow with the number of servers. A client that no
 * server uses any more is collected as garbage.
 */
final class HttpClients {

	private static final Map<Key, WeakReference<HttpClient>> clients = new HashMap<>();

	private HttpClients() {
	}

	static HttpClient of(HttpTransportSettings settings) {
		boolean secure = "https".equalsIgnoreCase(settings.url().getScheme());
		Key key = new Key(secure, settings.sslContext().orElse(null), settings.proxy().orElse(null),
				settings.connectTimeout());
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
		HttpClient.Builder builder = HttpClient.newBuilder()
			.followRedirects(HttpClient.Redirect.NEVER)
			// over plain HTTP the JDK would ask each server to upgrade to HTTP/2
			.version(key.secure() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
		if (!key.connectTimeout().isZero()) {
			builder.connectTimeout(key.connectTimeout());
		}
		if (key.sslContext() != null) {
			builder.sslContext(key.sslContext());
		}
		if (key.proxy() != null) {
			builder.proxy(ProxySelector.of(key.proxy()));
		}
		return builder.build();
	}

	private record Key(boolean secure, @Nullable SSLContext sslContext, @Nullable InetSocketAddress proxy,
			Duration connectTimeout) {
	}

}
