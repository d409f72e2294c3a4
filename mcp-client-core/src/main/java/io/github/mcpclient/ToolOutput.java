package io.github.mcpclient;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.jspecify.annotations.Nullable;

/**
 * What a model is given as the outcome of a call. Immutable.
 *
 * @param blocks texts and images, none if the tool returned nothing
 * @param isError whether the tool or the call of it failed
 */
public record ToolOutput(List<Block> blocks, boolean isError) {

	public ToolOutput {
		blocks = List.copyOf(blocks);
	}

	/**
	 * Make the result of a call readable for a model.
	 * @param result what the tool returned
	 * @param useStructuredContent whether the structured content, where there is some and
	 * the tool did not fail, stands for all the rest
	 * @return the structured content as a text of JSON, else every block of the content:
	 * a text as it is, an image as a data URL, everything else as a text of JSON
	 */
	public static ToolOutput of(CallToolResult result, boolean useStructuredContent) {
		boolean isError = Boolean.TRUE.equals(result.isError());
		Object structured = result.structuredContent();
		if (useStructuredContent && !isError && !isEmpty(structured)) {
			return new ToolOutput(List.of(new Text(json(structured))), false);
		}
		List<Content> content = (result.content() != null) ? result.content() : List.of();
		return new ToolOutput(content.stream().map(ToolOutput::block).toList(), isError);
	}

	static ToolOutput failure(String text) {
		return new ToolOutput(List.of(new Text(text)), true);
	}

	/**
	 * The output as a single text, for models that take nothing else.
	 * @return a text alone as it is; nothing as an empty text; an image alone, or several
	 * blocks as a list, in JSON
	 */
	public String asText() {
		if (this.blocks.isEmpty()) {
			return "";
		}
		if (this.blocks.size() == 1) {
			return (this.blocks.get(0) instanceof Text text) ? text.text() : json(asMap(this.blocks.get(0)));
		}
		return json(this.blocks.stream().map(ToolOutput::asMap).toList());
	}

	private static Block block(Content content) {
		if (content instanceof TextContent text) {
			return new Text((text.text() != null) ? text.text() : "");
		}
		if (content instanceof ImageContent image) {
			return new Image("data:%s;base64,%s".formatted(image.mimeType(), image.data()));
		}
		return new Text(json(content));
	}

	private static boolean isEmpty(@Nullable Object structured) {
		return structured == null || (structured instanceof Map<?, ?> map && map.isEmpty())
				|| (structured instanceof Collection<?> list && list.isEmpty()) || "".equals(structured);
	}

	private static Map<String, String> asMap(Block block) {
		Map<String, String> map = new LinkedHashMap<>();
		if (block instanceof Text text) {
			map.put("type", "text");
			map.put("text", text.text());
		}
		else if (block instanceof Image image) {
			map.put("type", "image");
			map.put("image_url", image.url());
		}
		return map;
	}

	private static String json(@Nullable Object value) {
		return Json.MAPPER.writeValueAsString(value);
	}

	/**
	 * A part of the output.
	 */
	public sealed interface Block {

	}

	/**
	 * A text.
	 *
	 * @param text the text, possibly of JSON
	 */
	public record Text(String text) implements Block {
	}

	/**
	 * An image.
	 *
	 * @param url a data URL that holds it whole
	 */
	public record Image(String url) implements Block {
	}

}
