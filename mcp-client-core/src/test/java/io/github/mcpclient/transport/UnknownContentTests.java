package io.github.mcpclient.transport;

import java.util.Map;

import io.github.mcpclient.McpProtocolException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.UnknownContent;
import io.github.mcpclient.test.ScriptedHttpServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Replies of servers that are newer, older or sloppier than this client (Q16).
 */
class UnknownContentTests extends AbstractHttpTests {

	private void result(String method, String result) {
		this.server.on(method, (request, answer) -> answer.result(request, result));
	}

	@Test
	void contentOfAnUnknownTypeIsPassedThrough() {
		result("tools/call", "{\"content\":[{\"type\":\"text\",\"text\":\"before\"},"
				+ "{\"type\":\"hologram\",\"depth\":3},{\"type\":\"text\",\"text\":\"after\"}],\"isError\":true}");
		McpServer client = client();
		for (int i = 0; i < 2; i++) {
			CallToolResult result = client.callTool("echo", null);
			assertThat(result.isError()).isTrue();
			assertThat(result.content()).extracting(Content::type).containsExactly("text", "hologram", "text");
			assertThat(result.content().get(1)).isEqualTo(new UnknownContent(Map.of("type", "hologram", "depth", 3)));
			assertThat(new JsonMapper().readTree(new JsonMapper().writeValueAsString(result)).at("/content/1"))
				.isEqualTo(new JsonMapper().readTree("{\"type\":\"hologram\",\"depth\":3}"));
		}
	}

	@Test
	void contentWithoutATypeIsPassedThrough() {
		result("tools/call", "{\"content\":[{\"text\":\"what am I?\"}]}");
		assertThat(client().callTool("echo", null).content())
			.containsExactly(new UnknownContent(Map.of("text", "what am I?")));
	}

	@Test
	void unknownFieldsAreIgnored() {
		result("tools/call",
				"{\"content\":[{\"type\":\"text\",\"text\":\"ok\",\"color\":\"red\"}],\"mood\":{\"a\":[1]}}");
		assertThat(call(client())).isEqualTo("ok");
	}

	@Test
	void unknownEnumValuesAreNone() {
		result("tools/call", "{\"content\":[{\"type\":\"text\",\"text\":\"ok\","
				+ "\"annotations\":{\"audience\":[\"alien\"],\"priority\":0.5}}]}");
		assertThat(call(client())).isEqualTo("ok");
	}

	@Test
	void missingOptionalFieldsAreNone() {
		result("tools/list", "{\"tools\":[{\"name\":\"bare\"}]}");
		assertThat(client().listTools()).singleElement().satisfies((tool) -> assertThat(tool.name()).isEqualTo("bare"));
	}

	@Test
	void resultOfTheWrongShapeFailsThatCallOnly() {
		McpServer client = client();
		call(client);
		result("tools/call", "{\"content\":\"no list\"}");
		assertThat(catchThrowableOfType(McpProtocolException.class, () -> call(client))).isNotNull();
		result("tools/call", ScriptedHttpServer.text("ok"));
		assertThat(call(client)).isEqualTo("ok");
		assertThat(this.server.requests("initialize")).hasSize(1);
	}

}
