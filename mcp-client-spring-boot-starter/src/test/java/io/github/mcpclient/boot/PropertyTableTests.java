package io.github.mcpclient.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of properties in the README says what the code does.
 */
class PropertyTableTests {

	private static final Path README = Path.of("..", "README.md");

	private static final String START = "<!-- properties:start -->";

	private static final String END = "<!-- properties:end -->";

	@Test
	void theReadmeHasAllProperties() throws IOException {
		assertThat(README).as("the README, two levels up from the tests' classes").exists();
		String readme = Files.readString(README);
		int start = readme.indexOf(START);
		int end = readme.indexOf(END);
		assertThat(start).as(START + " in the README").isNotNegative();
		assertThat(end).as(END + " after it in the README").isGreaterThan(start);
		String expected = "\n\n" + PropertyTable.create() + "\n\n";
		if (Boolean.getBoolean("readme.update")) {
			Files.writeString(README, readme.substring(0, start + START.length()) + expected + readme.substring(end));
			return;
		}
		assertThat(readme.substring(start + START.length(), end))
			.as("the table of properties in the README; run this test with -Dreadme.update=true to write it anew")
			.isEqualTo(expected);
	}

	@Test
	void everyPropertyHasATypeAndADescription() {
		assertThat(PropertyTable.properties()).allSatisfy((property) -> {
			assertThat(property.description()).as(property.name()).isNotBlank().endsWith(".");
			if (!property.name().endsWith("*")) {
				assertThat(property.type()).as(property.name()).isNotBlank();
			}
		});
	}

	@Test
	void propertiesOfServersAreAmongThem() {
		assertThat(PropertyTable.properties()).extracting(PropertyTable.Property::name)
			.contains("mcp.client.startup", "mcp.client.defaults.*", "mcp.client.servers.<name>.url",
					"mcp.client.servers.<name>.reconnect.max-attempts", "mcp.client.servers.<name>.approval",
					"mcp.client.servers.<name>.approval.default");
	}

}
