package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Which calls of tools need approval: one word for all of them, or keys. Immutable.
 *
 * @param otherwise Whether tools in neither list need approval. By default they do if
 * only 'never' lists any.
 * @param always Names or globs of tools whose calls need approval.
 * @param never Names or globs of tools whose calls do not.
 * @param timeout How long it may take to decide about a call; zero means no limit.
 */
public record ApprovalProperties(@Name("default") @Nullable Need otherwise, @DefaultValue List<String> always,
		@DefaultValue List<String> never, @DefaultValue("2m") Duration timeout) {

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	/**
	 * Read the one word.
	 * @param need {@code always} or {@code never}
	 * @return approval of all tools or of none
	 * @throws IllegalArgumentException if it is another word
	 */
	public static ApprovalProperties of(String need) {
		return switch (need.trim().toLowerCase(Locale.ROOT)) {
			case "always", "true" -> of(true);
			case "never", "false" -> of(false);
			default -> throw new IllegalArgumentException("neither always nor never");
		};
	}

	/**
	 * Read the one word in its other form.
	 * @param need {@code true} for always
	 * @return approval of all tools or of none
	 */
	public static ApprovalProperties of(Boolean need) {
		return new ApprovalProperties(need ? Need.ALWAYS : Need.NEVER, List.of(), List.of(), TIMEOUT);
	}

	/**
	 * Whether anything is said of any tool.
	 */
	boolean saysAnything() {
		return this.otherwise != null || !this.always.isEmpty() || !this.never.isEmpty();
	}

	boolean isNeededByOthers() {
		return (this.otherwise != null) ? this.otherwise == Need.ALWAYS : this.always.isEmpty();
	}

	/**
	 * Whether there is a tool that needs approval, as far as can be known without the
	 * tools.
	 */
	boolean isEverNeeded() {
		return isNeededByOthers() || !this.always.isEmpty();
	}

	/**
	 * Whether calls need approval.
	 */
	public enum Need {

		/** Every call needs approval. */
		ALWAYS,

		/** No call needs approval. */
		NEVER

	}

}
