package io.github.mcpclient;

import java.io.Reader;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * What arrived from a server, taken apart just as far as is needed to tell who gets it.
 * The body ({@code result}, {@code error} or {@code params}) stays text until whoever
 * needs it decodes it, once, into the type it should have.
 *
 * @param id the id, a {@code Long} or {@code String}; {@code null} for a notification
 * @param method the method; {@code null} for a reply
 * @param error whether the body is an error
 * @param json the whole message
 * @param bodyStart where the body starts, or -1 if there is none
 * @param bodyEnd where the body ends
 */
record JsonRpcMessage(@Nullable Object id, @Nullable String method, boolean error, byte[] json, int bodyStart,
		int bodyEnd) {

	static JsonRpcMessage parse(byte[] json) {
		return parse(() -> Json.MAPPER.createParser(json), json);
	}

	/**
	 * Tell whom a message is for that cannot be accepted. It has no body.
	 */
	static JsonRpcMessage parseWithoutBody(Reader json) {
		JsonRpcMessage message = parse(() -> Json.MAPPER.createParser(json), new byte[0]);
		return new JsonRpcMessage(message.id, message.method, message.error, message.json, -1, -1);
	}

	private static JsonRpcMessage parse(Supplier<JsonParser> parsers, byte[] json) {
		Object id = null;
		String method = null;
		boolean error = false;
		int bodyStart = -1;
		int bodyEnd = -1;
		boolean reply = false;
		try (JsonParser parser = parsers.get()) {
			if (parser.nextToken() != JsonToken.START_OBJECT) {
				throw new IllegalArgumentException("not a JSON object");
			}
			while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
				String name = parser.currentName();
				JsonToken value = parser.nextToken();
				switch (name) {
					case "id" -> id = id(parser, value);
					case "method" -> method = parser.getString();
					case "result", "error", "params" -> {
						reply |= !name.equals("params");
						if (reply && value == JsonToken.VALUE_NULL) {
							// some servers send both result and error, one of them null
							continue;
						}
						error |= name.equals("error");
						bodyStart = (int) parser.currentTokenLocation().getByteOffset();
						if (reply && id != null && value == JsonToken.START_OBJECT) {
							// the body reads to its own end: what follows it tells
							// nothing more
							return new JsonRpcMessage(id, null, error, json, bodyStart, json.length);
						}
						parser.skipChildren();
						parser.finishToken();
						bodyEnd = (int) parser.currentLocation().getByteOffset();
					}
					default -> parser.skipChildren();
				}
			}
			if (parser.nextToken() != null) {
				throw new IllegalArgumentException("more than one JSON value");
			}
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException("not JSON", ex);
		}
		if (method == null && !reply) {
			throw new IllegalArgumentException("not a JSON-RPC message");
		}
		return new JsonRpcMessage(id, method, error, json, bodyStart, bodyEnd);
	}

	private static @Nullable Object id(JsonParser parser, JsonToken value) {
		return switch (value) {
			case VALUE_NUMBER_INT -> parser.getLongValue();
			case VALUE_STRING -> parser.getString();
			default -> {
				parser.skipChildren();
				yield null;
			}
		};
	}

	boolean isRequest() {
		return this.method != null && this.id != null;
	}

	boolean isNotification() {
		return this.method != null && this.id == null;
	}

	<T> @Nullable T body(Class<T> type) {
		return (this.bodyStart < 0) ? null : Json.read(this.json, this.bodyStart, this.bodyEnd - this.bodyStart, type);
	}

}
