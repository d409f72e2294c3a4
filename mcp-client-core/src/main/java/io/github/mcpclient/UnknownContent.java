package io.github.mcpclient;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.modelcontextprotocol.spec.McpSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * A block of content whose type this client does not know, such as one of a newer
 * revision of the protocol. Immutable; as JSON it is what the server sent.
 *
 * @param fields all fields, {@code type} included
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
@JsonSerialize(using = UnknownContent.AsSent.class)
public record UnknownContent(Map<String, Object> fields) implements McpSchema.Content {

	/**
	 * Create a block.
	 * @param fields all fields, {@code type} included
	 */
	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	public UnknownContent {
		fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
	}

	@Override
	public String type() {
		return String.valueOf(this.fields.get("type"));
	}

	@Override
	@SuppressWarnings("unchecked")
	public Map<String, Object> meta() {
		return (this.fields.get("_meta") instanceof Map<?, ?> meta) ? (Map<String, Object>) meta : Map.of();
	}

	/**
	 * Leaves out the name of this class, by which Jackson would tell types apart.
	 */
	static final class AsSent extends ValueSerializer<UnknownContent> {

		@Override
		public void serialize(UnknownContent content, JsonGenerator generator, SerializationContext context) {
			context.writeValue(generator, content.fields());
		}

		@Override
		public void serializeWithType(UnknownContent content, JsonGenerator generator, SerializationContext context,
				TypeSerializer types) {
			serialize(content, generator, context);
		}

	}

}
