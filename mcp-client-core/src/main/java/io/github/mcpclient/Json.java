package io.github.mcpclient;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.modelcontextprotocol.spec.McpSchema;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How messages are written and read: leniently, because servers are newer or older than
 * this client, and always by this mapper, whatever the application does to its own.
 */
final class Json {

	static final JsonMapper MAPPER = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
		.build();

	/**
	 * Takes content of unknown types too. Slower, since it looks at each block twice.
	 */
	private static final JsonMapper LENIENT = MAPPER.rebuild()
		.addMixIn(McpSchema.Content.class, ContentOfAnyType.class)
		.build();

	private static final ClassValue<ObjectReader> readers = new ClassValue<>() {

		@Override
		protected ObjectReader computeValue(Class<?> type) {
			return MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
		}

	};

	private Json() {
	}

	/**
	 * Read a value that may be followed by more.
	 */
	static <T> T read(byte[] json, int offset, int length, Class<T> type) {
		try {
			return readers.get(type).readValue(json, offset, length);
		}
		catch (InvalidTypeIdException ex) {
			return LENIENT.readerFor(type)
				.without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
				.readValue(json, offset, length);
		}
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type", visible = true, defaultImpl = UnknownContent.class)
	private interface ContentOfAnyType {

	}

}
