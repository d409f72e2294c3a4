package io.github.mcpclient.transport;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * An answer that is no success, with the beginning of what it says.
 */
record Refusal(int status, HttpHeaders headers, String text) {

	/** How long to wait for the rest of an answer whose status is known. */
	private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int EXCERPT = 200;

	private static final Pattern SERVER_ERROR = Pattern.compile("\"code\"\\s*:\\s*-32000\\b");

	private static final Pattern METHOD_NOT_FOUND = Pattern.compile("\"code\"\\s*:\\s*-32601\\b");

	private static final Pattern ANY_ERROR = Pattern.compile("\"code\"\\s*:");

	private static final Pattern SESSION_ID = Pattern.compile("session[ _-]?id", Pattern.CASE_INSENSITIVE);

	/**
	 * Read what an answer says, which is worth a short wait only.
	 */
	static Refusal of(HttpResponse<HttpReply> response) {
		String text = "";
		if (response.body() instanceof WholeBody body) {
			try {
				text = new String(body.await(Patience.of(REST_NANOS)), StandardCharsets.UTF_8).strip();
			}
			catch (IOException ex) {
				// the status says enough
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		else {
			response.body().cancel();
		}
		return new Refusal(response.statusCode(), response.headers(), text);
	}

	@Nullable String challenge() {
		return this.headers.firstValue("WWW-Authenticate").orElse(null);
	}

	/**
	 * Whether the same request can succeed later.
	 */
	boolean isTemporary() {
		return this.status == 408 || this.status == 425 || this.status == 429 || this.status >= 500;
	}

	/**
	 * Whether other credentials can help.
	 */
	boolean asksForCredentials() {
		String challenge = challenge();
		return this.status == 401
				|| (this.status == 403 && challenge != null && challenge.contains("insufficient_scope"));
	}

	/**
	 * Whether a request within a session is refused because the server does not know the
	 * session. The specification asks for 404; some servers answer 400.
	 */
	boolean losesSession() {
		return switch (this.status) {
			case 404 -> !METHOD_NOT_FOUND.matcher(this.text).find();
			case 400 -> SESSION_ID.matcher(this.text).find()
					&& (SERVER_ERROR.matcher(this.text).find() || !ANY_ERROR.matcher(this.text).find());
			default -> false;
		};
	}

	/**
	 * How long the server wants to be left alone, given in seconds or as a date.
	 */
	@Nullable Duration retryAfter() {
		String value = this.headers.firstValue("Retry-After").orElse("").strip();
		try {
			if (value.matches("\\d{1,9}")) {
				return Duration.ofSeconds(Long.parseLong(value));
			}
			Instant date = value.isEmpty() ? null
					: ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
			if (date == null) {
				return null;
			}
			Duration left = Duration.between(Instant.now(), date);
			return left.isNegative() ? Duration.ZERO : left;
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	/**
	 * Whether the server may have acted all the same.
	 */
	boolean outcomeUnknown() {
		boolean overloaded = this.status == 503 && retryAfter() != null;
		return this.status == 408 || (this.status >= 500 && !overloaded);
	}

	/**
	 * The status in words, with the beginning of the text where it is JSON or plain text.
	 */
	String describe() {
		String meaning = switch (this.status) {
			case 401 -> " (no or wrong credentials)";
			case 403 -> " (not allowed)";
			case 404 -> " (nothing there)";
			case 405 -> " (method not allowed)";
			case 408 -> " (the request took too long)";
			case 429 -> " (too many requests)";
			case 500 -> " (the server failed)";
			case 502, 503, 504 -> " (unavailable)";
			default -> (this.status / 100 == 3) ? " (a redirect, which is not followed)" : "";
		};
		return "HTTP status " + this.status + meaning + excerpt();
	}

	private String excerpt() {
		String type = this.headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
		boolean readable = this.text.startsWith("{") || (type.startsWith("text/plain") && !this.text.isEmpty());
		return readable
				? ": " + this.text.substring(0, Math.min(this.text.length(), EXCERPT)).replaceAll("\\p{Cntrl}+", " ")
				: "";
	}

}
