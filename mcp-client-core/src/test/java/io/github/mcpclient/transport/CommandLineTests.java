package io.github.mcpclient.transport;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The command lines that are built for Windows, on any platform.
 */
class CommandLineTests {

	private static final Map<String, String> WINDOWS = Map.of("Path", "C:\\Windows;;C:\\Program Files\\nodejs",
			"PATHEXT", ".COM;.EXE;.BAT;.CMD", "SystemRoot", "C:\\Windows");

	private static final String CMD = "C:\\Windows\\System32\\cmd.exe";

	@Test
	void npxOnWindowsIsFoundAndRunByCmd() {
		assertThat(windows("C:\\Program Files\\nodejs\\npx.CMD").of("npx", List.of("-y", "server"))).containsExactly(
				CMD, "/d", "/e:on", "/v:off", "/s", "/c",
				"\"\"C:\\Program Files\\nodejs\\npx.CMD\" \"-y\" \"server\"\"");
	}

	@Test
	void programOnWindowsIsFoundWithoutItsExtensionAndBeforeABatchFile() {
		assertThat(windows("C:\\Windows\\uvx.EXE", "C:\\Windows\\uvx.CMD").of("uvx", List.of("server", "--flag")))
			.containsExactly("C:\\Windows\\uvx.EXE", "server", "--flag");
	}

	@ParameterizedTest
	@ValueSource(strings = { "C:\\tools\\run.bat", "tools/run.cmd", "..\\RUN.BAT" })
	void batchFileWithADirectoryIsNotLookedFor(String file) {
		assertThat(windows(file).of(file, List.of())).last().isEqualTo("\"\"" + file + "\"\"");
	}

	@Test
	void commandThatIsNotFoundIsLeftToThePlatform() {
		assertThat(windows().of("nothing", List.of("a"))).containsExactly("nothing", "a");
	}

	@Test
	void cmdIsLeftToThePathWithoutASystemRoot() {
		assertThat(new CommandLine(true, Map.of(), (file) -> true).of("a.bat", List.of())).first().isEqualTo("cmd.exe");
	}

	/**
	 * Within the quotes nothing ends the command or starts another: quotes come in pairs,
	 * and variables are not expanded. For legibility ' stands for a quote and / for a
	 * backslash.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
			a&b|c<d>e^f(g)!h! ; 'a&b|c<d>e^f(g)!h!'
			two words         ; 'two words'
			``                ; ''
			{'key': 'a & b'}  ; '{''key'': ''a & b''}'
			' & calc & '      ; ''' & calc & '''
			%PATH%            ; '%%cd:~,%PATH%%cd:~,%'
			C:/dir/           ; 'C:/dir//'
			a//'b             ; 'a////''b'
			""")
	void argumentsOfABatchFileCannotBreakOut(String argument, String quoted) {
		assertThat(windows("C:\\Windows\\x.cmd").of("x.cmd", List.of(legible(argument)))).last()
			.isEqualTo("\"\"C:\\Windows\\x.cmd\" " + legible(quoted) + "\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\nb", "a\rb", "a\0b" })
	void lineBreaksInArgumentsOfABatchFileAreRefused(String argument) {
		CommandLine commandLine = windows("C:\\Windows\\x.cmd");
		assertThatIllegalArgumentException().isThrownBy(() -> commandLine.of("x.cmd", List.of(argument)))
			.withMessageContaining("line break");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
			plain          ; plain
			two words      ; two words
			{'key': 'a b'} ; '{/'key/': /'a b/'}'
			a/'b           ; 'a///'b'
			C:/dir/        ; C:/dir/
			%PATH% & calc  ; %PATH% & calc
			""")
	void quotesInArgumentsOfAProgramAreEscaped(String argument, String quoted) {
		assertThat(windows("C:\\Windows\\x.EXE").of("x", List.of(legible(argument)))).last().isEqualTo(legible(quoted));
	}

	@Test
	void elsewhereThePathOfTheServerCounts() {
		CommandLine commandLine = new CommandLine(false, Map.of("PATH", "/home/me/node/bin:/usr/bin"),
				Set.of("/home/me/node/bin/npx", "/usr/bin/npx")::contains);
		assertThat(commandLine.of("npx", List.of("a \"b\" %c%"))).containsExactly("/home/me/node/bin/npx",
				"a \"b\" %c%");
		assertThat(commandLine.of("./npx", List.of())).containsExactly("./npx");
		assertThat(commandLine.of("other", List.of())).containsExactly("other");
	}

	private static String legible(String text) {
		return text.replace('\'', '"').replace('/', '\\');
	}

	private static CommandLine windows(String... programs) {
		return new CommandLine(true, WINDOWS, Set.of(programs)::contains);
	}

}
