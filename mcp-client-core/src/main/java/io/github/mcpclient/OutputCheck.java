package io.github.mcpclient;

import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/**
 * Checks the structured content of results against the tools' output schemas.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema">Output
 * schema</a>
 */
final class OutputCheck {

	private final String serverName;

	private final JsonSchemaValidator validator = new DefaultJsonSchemaValidator(Json.MAPPER);

	OutputCheck(String serverName) {
		this.serverName = serverName;
	}

	void check(Tool tool, CallToolResult result) {
		if (tool.outputSchema() == null || Boolean.TRUE.equals(result.isError())) {
			return;
		}
		if (result.structuredContent() == null) {
			throw new McpProtocolException(this.serverName,
					"answered the tool '%s' without the structured content that its output schema promises"
						.formatted(tool.name()),
					null);
		}
		ValidationResponse response = this.validator.validate(tool.outputSchema(), result.structuredContent());
		if (!response.valid()) {
			throw new McpProtocolException(this.serverName,
					"answered the tool '%s' with structured content that does not match its output schema"
						.formatted(tool.name()),
					null);
		}
	}

}
