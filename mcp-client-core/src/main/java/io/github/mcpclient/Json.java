package io.github.mcpclient;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
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

	private static final ClassValue<ObjectReader> readers = new ClassValue<>() {

		@Override
		protected ObjectReader computeValue(Class<?> type) {
			return MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
		}

	};

	private Json() {
	}

	/**
	 * A reader of values that may be followed by more.
	 */
	static ObjectReader reader(Class<?> type) {
		return readers.get(type);
	}

}
