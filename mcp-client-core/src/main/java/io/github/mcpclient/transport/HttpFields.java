package io.github.mcpclient.transport;

import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Header fields that a user sets. Checked here, because the message of the JDK's own
 * check holds the value.
 */
final class HttpFields {

	private HttpFields() {
	}

	/**
	 * Copy and check.
	 * @param userInfo the user-info of the URL, which makes a basic authorization
	 * @return an immutable map that ignores the case of its keys
	 * @throws IllegalArgumentException if a field cannot be sent
	 */
	static Map<String, String> copyOf(Map<String, String> fields, @Nullable String userInfo) {
		Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		if (userInfo != null) {
			copy.put("Authorization", basic(userInfo));
		}
		fields.forEach((name, value) -> {
			check(name, value);
			copy.put(name, value);
		});
		return Collections.unmodifiableMap(copy);
	}

	private static String basic(String userInfo) {
		// a plus sign stands for itself in this part of a URL
		String decoded = URLDecoder.decode(userInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
		return "Basic " + Base64.getEncoder().encodeToString(decoded.getBytes(StandardCharsets.UTF_8));
	}

	static void check(String name, String value) {
		for (int i = 0; i < value.length(); i++) {
			char next = value.charAt(i);
			if ((next < ' ' && next != '\t') || next == 0x7F || next > 0xFF) {
				throw new IllegalArgumentException(
						"The value of the header '%s' holds a character that HTTP forbids".formatted(name));
			}
		}
		try {
			HttpRequest.newBuilder().header(name, "");
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("The header '%s' cannot be set: %s".formatted(name, ex.getMessage()));
		}
	}

}
