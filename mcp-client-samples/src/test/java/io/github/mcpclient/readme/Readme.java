package io.github.mcpclient.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The README of the project.
 */
final class Readme {

	private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private final List<MatchResult> blocks;

	private Readme(String text) {
		this.blocks = BLOCK.matcher(text).results().toList();
	}

	static Readme read() throws IOException {
		return new Readme(Files.readString(Path.of("../README.md")));
	}

	/**
	 * The first of the fenced blocks.
	 * @return its lines
	 */
	List<String> firstBlock() {
		return this.blocks.get(0).group(2).lines().toList();
	}

	/**
	 * The first fenced block in a language.
	 * @param language the language
	 * @return its text
	 */
	String block(String language) {
		return blocks(language).get(0);
	}

	/**
	 * All fenced blocks in a language.
	 * @param language the language
	 * @return their texts, in order
	 */
	List<String> blocks(String language) {
		return this.blocks.stream()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> block.group(2))
			.toList();
	}

}
