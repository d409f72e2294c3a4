package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests that {@code docs/faults.md} names exist.
 */
class FaultTableTests {

	private static final Path TABLE = Path.of("..", "docs", "faults.md");

	private static final Pattern ROW = Pattern.compile("^\\| [A-Z]\\d+ \\|.*$", Pattern.MULTILINE);

	private static final Pattern TEST = Pattern.compile("`(\\w+Tests)(?:\\.(\\w+))?`");

	private static final List<String> PACKAGES = List.of("io.github.mcpclient.", "io.github.mcpclient.transport.");

	static List<String> rows() throws IOException {
		return ROW.matcher(Files.readString(TABLE)).results().map(MatchResult::group).toList();
	}

	@ParameterizedTest
	@MethodSource("rows")
	void theTestsOfARowExist(String row) {
		List<MatchResult> tests = TEST.matcher(row).results().toList();
		assertThat(tests).as("tests in the row").isNotEmpty();
		assertThat(tests).allSatisfy((test) -> {
			Class<?> type = testClass(test.group(1));
			if (test.group(2) != null) {
				assertThat(Arrays.stream(type.getDeclaredMethods()).map((method) -> method.getName()))
					.contains(test.group(2));
			}
		});
	}

	private static Class<?> testClass(String name) throws ClassNotFoundException {
		for (String candidate : PACKAGES) {
			try {
				return Class.forName(candidate + name);
			}
			catch (ClassNotFoundException ex) {
				// in the other package, or nowhere
			}
		}
		throw new ClassNotFoundException(name);
	}

}
