package io.github.mcpclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.Seed;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names, globs, filters and approval lists against models made of regular expressions.
 */
class FilterPropertyTests {

	/** Few, so that names and globs often meet. */
	private static final String[] CHARACTERS = { "a", "b", "A", "_", "-", ".", "*", "?", "\\", "\uD83D\uDE00", "\n" };

	private final Random random = Seed.random();

	private String word(int shortest, int longest) {
		StringBuilder word = new StringBuilder();
		int length = shortest + this.random.nextInt(longest - shortest + 1);
		for (int i = 0; i < length; i++) {
			word.append(CHARACTERS[this.random.nextInt(CHARACTERS.length)]);
		}
		return (shortest > 0 && word.toString().isBlank()) ? word(shortest, longest) : word.toString();
	}

	private List<String> patterns() {
		List<String> patterns = new ArrayList<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			patterns.add(word(1, 5));
		}
		return patterns;
	}

	private static boolean model(String glob, String name) {
		StringBuilder regex = new StringBuilder();
		glob.codePoints().forEach((character) -> {
			switch (character) {
				case '*' -> regex.append(".*");
				case '?' -> regex.append('.');
				default -> regex.append(Pattern.quote(Character.toString(character)));
			}
		});
		return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(name).matches();
	}

	private static boolean model(List<String> globs, String name) {
		return globs.stream().anyMatch((glob) -> glob.equals(name) || model(glob, name));
	}

	@Test
	@Behaviour("D1")
	void aGlobMatchesWhatItsRegularExpressionMatches() {
		for (int i = 0; i < 100_000; i++) {
			String glob = "g" + word(0, 7);
			String name = "g" + word(0, 9);
			assertThat(new ToolNamePatterns(List.of(glob)).matches(name)).as("'%s' matches '%s'", glob, name)
				.isEqualTo(glob.equals(name) || model(glob, name));
		}
	}

	@Test
	@Behaviour({ "D1", "D6" })
	void whatIsListedAndWhatCanBeCalledIsWhatIsAllowedAndNotBlocked() {
		for (int i = 0; i < 2_000; i++) {
			List<String> allow = (this.random.nextInt(4) != 0) ? patterns() : null;
			List<String> block = patterns();
			List<String> names = Stream.generate(() -> word(1, 4)).limit(8).distinct().toList();
			List<String> expected = names.stream()
				.filter((name) -> (allow == null || model(allow, name)) && !model(block, name))
				.toList();
			FakeServer fake = new FakeServer().tools(() -> names.stream().map(Definitions::tool).toList());
			McpServer server = McpServer.guard(fake,
					McpServerPolicy.builder().cacheTools(true).toolFilter(ToolFilter.of(allow, block)).build());
			assertThat(server.listTools()).as("allow %s block %s", allow, block)
				.extracting(Tool::name)
				.containsExactlyElementsOf(expected);
			for (String name : names) {
				try {
					server.callTool(name, null);
				}
				catch (McpToolNotAllowedException ex) {
					assertThat(expected).doesNotContain(name);
				}
			}
			assertThat(fake.called()).containsExactlyElementsOf(expected);
		}
	}

	@Test
	@Behaviour({ "G2", "G4" })
	void approvalIsAskedForWhatIsAlwaysOrOtherwiseAndNotNeverSubjectToIt() {
		for (int i = 0; i < 20_000; i++) {
			boolean otherwise = this.random.nextBoolean();
			List<String> always = patterns();
			List<String> never = patterns();
			never.removeAll(always);
			ApprovalPolicy policy = ApprovalPolicy.named(otherwise, always, never);
			String name = word(1, 4);
			assertThat(policy.requiresApproval(CallContext.empty(), Definitions.tool(name)))
				.as("'%s' under default %s, always %s, never %s", name, otherwise, always, never)
				.isEqualTo(model(always, name) || (otherwise && !model(never, name)));
		}
	}

}
