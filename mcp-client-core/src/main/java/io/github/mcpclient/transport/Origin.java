package io.github.mcpclient.transport;

import java.net.URI;
import java.util.Locale;

/**
 * Scheme, host and port of a URL: the place beyond which no credential goes.
 */
record Origin(boolean secure, String host, int port) {

	private static final int HTTP = 80;

	private static final int HTTPS = 443;

	/**
	 * The origin of a URL of HTTP or HTTPS.
	 * @throws IllegalArgumentException if the URL is another one
	 */
	static Origin of(URI url) {
		boolean secure = "https".equalsIgnoreCase(url.getScheme());
		if (url.getHost() == null || !(secure || "http".equalsIgnoreCase(url.getScheme()))) {
			throw new IllegalArgumentException("not a URL of HTTP");
		}
		int standardPort = secure ? HTTPS : HTTP;
		return new Origin(secure, url.getHost().toLowerCase(Locale.ROOT),
				(url.getPort() == -1) ? standardPort : url.getPort());
	}

	/**
	 * Resolve a reference that a server sent.
	 * @return the URL, without user-info and fragment
	 * @throws IllegalArgumentException if it leads to no URL of HTTP
	 */
	static URI resolve(URI base, String reference) {
		if (reference.isEmpty()) {
			throw new IllegalArgumentException("an empty reference");
		}
		// the JDK drops the last part of the path before a query that stands alone
		URI resolved = reference.startsWith("?") ? base.resolve(base.getRawPath() + reference)
				: base.resolve(reference);
		of(resolved);
		return withoutUserInfo(resolved);
	}

	static URI withoutUserInfo(URI url) {
		String port = (url.getPort() == -1) ? "" : ":" + url.getPort();
		String query = (url.getRawQuery() == null) ? "" : "?" + url.getRawQuery();
		return URI.create(url.getScheme() + "://" + url.getHost() + port + url.getRawPath() + query);
	}

	@Override
	public String toString() {
		return (this.secure ? "https://" : "http://") + this.host + ":" + this.port;
	}

}
