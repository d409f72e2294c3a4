package io.github.mcpclient;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of the form {@code mcp_<server>__<tool>}, out of what models accept: letters,
 * digits, {@code _} and {@code -}.
 */
final class PrefixedName {

	static final String START = "mcp_";

	static final int MAX_LENGTH = 64;

	private static final int HASH_BYTES = 4;

	private static final int HASH_LENGTH = 2 * HASH_BYTES;

	private PrefixedName() {
	}

	/**
	 * What the names of all tools of a server start with.
	 */
	static String prefix(String serverName) {
		return START + part(serverName, "server") + "__";
	}

	/**
	 * The name of a tool, of any length, and possibly that of another tool too.
	 */
	static String of(String prefix, String toolName) {
		return prefix + part(toolName, "tool");
	}

	/**
	 * The name made unique.
	 * @param name the name to end with a hash
	 * @param identity what tells the tool from every other one
	 */
	static String withHash(String name, String identity) {
		int end = Math.min(name.length(), MAX_LENGTH - HASH_LENGTH - 1);
		while (isEdge(name.charAt(end - 1))) {
			end--;
		}
		return name.substring(0, end) + "_" + hash(identity);
	}

	/**
	 * Whether models accept a name as it is.
	 */
	static boolean isLegal(String name) {
		return !name.isEmpty() && name.length() <= MAX_LENGTH && name.chars().allMatch(PrefixedName::isLegal);
	}

	private static String part(String text, String fallback) {
		StringBuilder legal = new StringBuilder(text.length());
		text.codePoints().forEach((character) -> legal.append(isLegal(character) ? (char) character : '_'));
		int start = 0;
		int end = legal.length();
		while (start < end && isEdge(legal.charAt(start))) {
			start++;
		}
		while (end > start && isEdge(legal.charAt(end - 1))) {
			end--;
		}
		return (start < end) ? legal.substring(start, end) : fallback;
	}

	private static boolean isLegal(int character) {
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
				|| (character >= '0' && character <= '9') || character == '_' || character == '-';
	}

	private static boolean isEdge(char character) {
		return character == '_' || character == '-';
	}

	private static String hash(String identity) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JVM has SHA-256", ex);
		}
	}

}
