package io.github.mcpclient.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A request whose headers are made once for all messages of a session: building them with
 * the JDK's builder for each message takes longer than encoding the message. Immutable.
 * Has no timeout; see {@link Watchdog}.
 */
final class PreparedRequest extends HttpRequest {

	private final String method;

	private final URI uri;

	private final HttpHeaders headers;

	private final @Nullable BodyPublisher body;

	private PreparedRequest(String method, URI uri, HttpHeaders headers, @Nullable BodyPublisher body) {
		this.method = method;
		this.uri = uri;
		this.headers = headers;
		this.body = body;
	}

	static PreparedRequest of(String method, URI uri, Map<String, String> headers) {
		return new PreparedRequest(method, uri, HttpHeaders.of(Map.of(), (name, value) -> true), null).with(headers);
	}

	/**
	 * The same request with more headers, which replace those of the same name.
	 */
	PreparedRequest with(Map<String, String> more) {
		Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		all.putAll(this.headers.map());
		more.forEach((name, value) -> all.put(name, List.of(value)));
		return new PreparedRequest(this.method, this.uri, HttpHeaders.of(all, (name, value) -> true), this.body);
	}

	PreparedRequest with(byte[] content) {
		return new PreparedRequest(this.method, this.uri, this.headers, BodyPublishers.ofByteArray(content));
	}

	PreparedRequest to(URI target) {
		return new PreparedRequest(this.method, target, this.headers, this.body);
	}

	@Override
	public String method() {
		return this.method;
	}

	@Override
	public URI uri() {
		return this.uri;
	}

	@Override
	public HttpHeaders headers() {
		return this.headers;
	}

	@Override
	public Optional<BodyPublisher> bodyPublisher() {
		return Optional.ofNullable(this.body);
	}

	@Override
	public Optional<Duration> timeout() {
		return Optional.empty();
	}

	@Override
	public boolean expectContinue() {
		return false;
	}

	@Override
	public Optional<HttpClient.Version> version() {
		return Optional.empty();
	}

}
