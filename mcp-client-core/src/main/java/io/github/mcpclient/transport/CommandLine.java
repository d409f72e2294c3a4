package io.github.mcpclient.transport;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The command line that starts a program: found in the {@code PATH} that the program will
 * see, which need not be the application's. On Windows the extension may be left out, and
 * a batch file, as which {@code npx} and its like come, is run by {@code cmd.exe}.
 */
final class CommandLine {

	private static final String DEFAULT_EXTENSIONS = ".COM;.EXE;.BAT;.CMD";

	private final boolean windows;

	private final Map<String, String> environment;

	private final Predicate<String> program;

	/**
	 * Create a command line for a platform.
	 * @param windows whether that is Windows
	 * @param environment the environment that the program will see
	 * @param program whether there is a program under a path
	 */
	CommandLine(boolean windows, Map<String, String> environment, Predicate<String> program) {
		this.windows = windows;
		this.environment = environment;
		this.program = program;
	}

	/**
	 * The command line.
	 * @throws IllegalArgumentException if an argument cannot be passed on as it is
	 */
	List<String> of(String command, List<String> args) {
		String found = find(command).orElse(command);
		if (!this.windows) {
			return Stream.concat(Stream.of(found), args.stream()).toList();
		}
		if (isBatchFile(found)) {
			return List.of(cmd(), "/d", "/e:on", "/v:off", "/s", "/c", WindowsQuoting.batchFile(found, args));
		}
		return Stream.concat(Stream.of(found), args.stream().map(WindowsQuoting::argument)).toList();
	}

	private Optional<String> find(String command) {
		boolean anywhere = command.indexOf('/') < 0 && !(this.windows && command.matches(".*[\\\\:].*"));
		String separator = this.windows ? "\\" : "/";
		Stream<String> places = anywhere ? split(variable("PATH", ""), this.windows ? ";" : ":")
			.map((directory) -> directory + separator + command) : Stream.of(command);
		return places.flatMap(this::withExtensions).filter(this.program).findFirst();
	}

	private Stream<String> withExtensions(String path) {
		if (!this.windows) {
			return Stream.of(path);
		}
		List<String> extensions = split(variable("PATHEXT", DEFAULT_EXTENSIONS), ";").toList();
		boolean given = extensions.stream().anyMatch((extension) -> endsWith(path, extension));
		return given ? Stream.of(path) : extensions.stream().map((extension) -> path + extension);
	}

	private static Stream<String> split(String list, String separator) {
		return Arrays.stream(list.split(Pattern.quote(separator))).filter((part) -> !part.isBlank());
	}

	private String variable(String name, String otherwise) {
		return this.environment.entrySet()
			.stream()
			.filter((variable) -> this.windows ? variable.getKey().equalsIgnoreCase(name)
					: variable.getKey().equals(name))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(otherwise);
	}

	private static boolean isBatchFile(String path) {
		return endsWith(path, ".bat") || endsWith(path, ".cmd");
	}

	private static boolean endsWith(String path, String extension) {
		return path.toLowerCase(Locale.ROOT).endsWith(extension.toLowerCase(Locale.ROOT));
	}

	private String cmd() {
		String root = variable("SystemRoot", "");
		return root.isEmpty() ? "cmd.exe" : root + "\\System32\\cmd.exe";
	}

}
