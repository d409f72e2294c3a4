package io.github.mcpclient.transport;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Quotes arguments for Windows, where a program gets its command line as one string and
 * takes it apart itself.
 *
 * @see <a href=
 * "https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments">how
 * programs do</a>
 */
final class WindowsQuoting {

	/**
	 * Expands to nothing, and keeps a percent sign before it from starting a variable.
	 */
	private static final String NO_VARIABLE = "%%cd:~,%";

	private WindowsQuoting() {
	}

	/**
	 * An argument of a program. The JDK adds quotes where there are blanks, but does not
	 * mind those within.
	 */
	static String argument(String argument) {
		return (argument.indexOf('"') < 0) ? argument : quoted(argument, "\\\"");
	}

	/**
	 * The command that runs a batch file, for {@code cmd.exe /s /c}. Within quotes
	 * {@code cmd.exe} takes only quotes and percent signs for something else than what
	 * they are, and nothing protects a line break.
	 * @throws IllegalArgumentException if an argument holds a line break
	 */
	static String batchFile(String file, List<String> args) {
		return Stream.concat(Stream.of(file), args.stream())
			.map(WindowsQuoting::forCmd)
			.collect(Collectors.joining(" ", "\"", "\""));
	}

	private static String forCmd(String argument) {
		if (argument.chars().anyMatch((character) -> character == '\r' || character == '\n' || character == 0)) {
			throw new IllegalArgumentException("a batch file cannot be given an argument that holds a line break");
		}
		return quoted(argument, "\"\"").replace("%", NO_VARIABLE);
	}

	/**
	 * Within quotes, with backslashes doubled before a quote, where they would count as
	 * escapes.
	 */
	private static String quoted(String argument, String quote) {
		StringBuilder quoted = new StringBuilder("\"");
		int backslashes = 0;
		for (char character : argument.toCharArray()) {
			if (character == '"') {
				quoted.append("\\".repeat(backslashes)).append(quote);
			}
			else {
				quoted.append(character);
			}
			backslashes = (character == '\\') ? backslashes + 1 : 0;
		}
		return quoted.append("\\".repeat(backslashes)).append('"').toString();
	}

}
