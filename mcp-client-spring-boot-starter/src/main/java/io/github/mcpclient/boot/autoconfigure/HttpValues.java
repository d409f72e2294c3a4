package io.github.mcpclient.boot.autoconfigure;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what is written in the properties as text. What is thrown says what is wrong
 * without the text, which may hold secrets.
 */
final class HttpValues {

	private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

	private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\t]]");

	/** Those that the JDK's client refuses to send. */
	private static final Set<String> RESTRICTED = Set.of("connection", "content-length", "expect", "host", "upgrade");

	private HttpValues() {
	}

	/**
	 * Read the URL of a server.
	 * @param text the URL
	 * @return the URL as it is written
	 * @throws IllegalArgumentException if it is no absolute one of HTTP or HTTPS
	 */
	static URI url(String text) {
		URI url = uri(text.trim());
		if (!hasScheme(url, "http") && !hasScheme(url, "https")) {
			throw new IllegalArgumentException("it does not start with http:// or https://");
		}
		if (url.getHost() == null) {
			throw new IllegalArgumentException("it has no host");
		}
		return url;
	}

	/**
	 * Read the URL of a proxy.
	 * @param text the URL
	 * @return where the proxy listens, not resolved
	 * @throws IllegalArgumentException if it is not of the form {@code http://host:port}
	 */
	static InetSocketAddress proxy(String text) {
		URI url = uri(text.trim());
		if (!hasScheme(url, "http") || url.getHost() == null || url.getPort() == -1) {
			throw new IllegalArgumentException("it is not of the form http://host:port");
		}
		if (url.getRawUserInfo() != null) {
			throw new IllegalArgumentException("a proxy that asks for credentials is not supported");
		}
		return InetSocketAddress.createUnresolved(url.getHost(), url.getPort());
	}

	/**
	 * Check that headers can be sent.
	 * @param headers values by name
	 * @throws IllegalArgumentException if one cannot
	 */
	static void checkHeaders(Map<String, String> headers) {
		headers.forEach((name, value) -> {
			if (!TOKEN.matcher(name).matches()) {
				throw new IllegalArgumentException("'%s' is no name of a header".formatted(name));
			}
			if (RESTRICTED.contains(name.toLowerCase(Locale.ROOT))) {
				throw new IllegalArgumentException("header '%s' is set by the HTTP client itself".formatted(name));
			}
			if (CONTROL.matcher(value).find()) {
				throw new IllegalArgumentException("header '%s' holds a line break or the like".formatted(name));
			}
		});
	}

	/**
	 * Check that a root is one.
	 * @param root a URI
	 * @throws IllegalArgumentException if it is no absolute URI
	 */
	static void checkRoot(String root) {
		if (!uri(root).isAbsolute()) {
			throw new IllegalArgumentException("a root is a URI such as file:///srv/files");
		}
	}

	private static URI uri(String text) {
		try {
			return new URI(text);
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("it is no URI (%s at position %d)"
				.formatted(ex.getReason().toLowerCase(Locale.ROOT), ex.getIndex() + 1));
		}
	}

	private static boolean hasScheme(URI uri, String scheme) {
		return scheme.equalsIgnoreCase(uri.getScheme());
	}

}
