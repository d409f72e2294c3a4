package io.github.mcpclient;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonRpcMessageTests {

	private static JsonRpcMessage parse(String json) {
		return JsonRpcMessage.parse(json.getBytes(StandardCharsets.UTF_8));
	}

	private static Object body(String json) {
		return parse(json).body(Object.class);
	}

	@Test
	void reply() {
		JsonRpcMessage message = parse("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":[1,{\"b\":2}]}}");
		assertThat(message.id()).isEqualTo(7L);
		assertThat(message.method()).isNull();
		assertThat(message.error()).isFalse();
		assertThat(message.isRequest()).isFalse();
		assertThat(message.isNotification()).isFalse();
		assertThat(message.<Object>body(Object.class)).isEqualTo(Map.of("a", List.of(1, Map.of("b", 2))));
	}

	@Test
	void error() {
		JsonRpcMessage message = parse("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,\"message\":\"no\"}}");
		assertThat(message.error()).isTrue();
		assertThat(message.<Object>body(Object.class)).isEqualTo(Map.of("code", -1, "message", "no"));
	}

	@Test
	void request() {
		JsonRpcMessage message = parse("{\"jsonrpc\":\"2.0\",\"id\":\"r-1\",\"method\":\"ping\"}");
		assertThat(message.isRequest()).isTrue();
		assertThat(message.id()).isEqualTo("r-1");
		assertThat(message.method()).isEqualTo("ping");
		assertThat(message.<Object>body(Object.class)).isNull();
	}

	@Test
	void notification() {
		JsonRpcMessage message = parse("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"id\":3}}");
		assertThat(message.isNotification()).isTrue();
		assertThat(message.id()).isNull();
		assertThat(message.<Object>body(Object.class)).isEqualTo(Map.of("id", 3));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{"id":1,"result":{}}                                     | {}
			{"result":{},"id":1}                                     | {}
			{"result":{"id":2,"result":3,"method":"x"},"id":1}       | {id=2, result=3, method=x}
			{"id":1,"result":"text"}                                 | text
			{"result":"text","id":1}                                 | text
			{"result":12,"id":1}                                     | 12
			{"result":-1.5e3 , "id":1}                               | -1500.0
			{"result":true,"id":1}                                   | true
			{"id":1,"result":[]}                                     | []
			{ "result" :  [ 1 , 2 ]  , "id" : 1 }                    | [1, 2]
			{"ü":"😀","result":{"é":"世界 😀 \\u00e9"},"id":1}         | {é=世界 😀 é}
			{"x":{"é":["世"]},"id":1,"result":{"é":"世界"},"y":"é"}    | {é=世界}
			{"jsonrpc":"2.0","id":1,"result":{"a":"\\"}{"}}          | {a="}{}
			""")
	void theBodyIsFoundWhereverItIs(String json, String body) {
		assertThat(parse(json).id()).isEqualTo(1L);
		assertThat(body(json)).hasToString(body);
	}

	@Test
	void aLongBodyBehindMultiByteCharactersIsFound() {
		String text = "é世😀".repeat(20_000);
		assertThat(body("{\"a\":\"%s\",\"result\":\"%s\",\"id\":1}".formatted(text, text))).isEqualTo(text);
		assertThat(body("{\"id\":1,\"a\":\"%s\",\"result\":\"%s\"}".formatted(text, text))).isEqualTo(text);
	}

	@Test
	void whitespaceAroundTheMessage() {
		assertThat(body(" \t{\"id\":1,\"result\":1}\r\n ")).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "[1]", "{}", "true", "1.5" })
	void anIdThatIsNeitherTextNorIntegerIsNone(String id) {
		assertThat(parse("{\"id\":" + id + ",\"result\":{}}").id()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"id\":1,\"error\":null,\"result\":5}", "{\"id\":1,\"result\":5,\"error\":null}",
			"{\"error\":null,\"result\":5,\"id\":1}", "{\"result\":5,\"error\":null,\"id\":1}" })
	void aNullErrorIsNone(String json) {
		assertThat(parse(json).error()).isFalse();
		assertThat(body(json)).isEqualTo(5);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"id\":1,\"result\":null}", "{\"result\":null,\"id\":1}",
			"{\"id\":1,\"error\":null,\"result\":null}" })
	void aNullResultIsAReplyWithoutBody(String json) {
		JsonRpcMessage message = parse(json);
		assertThat(message.id()).isEqualTo(1L);
		assertThat(message.error()).isFalse();
		assertThat(message.<Object>body(Object.class)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "text", "1", "\"text\"", "null", "[]", "[{\"id\":1,\"result\":{}}]", "{", "{}",
			"{\"id\":1}", "{\"jsonrpc\":\"2.0\"}", "{\"method\":\"m\"", "{\"method\":\"m\"} x", "{\"method\":\"m\"}{}",
			"{\"method\":\"m\",\"params\":{}", "{\"method\":\"m\",\"params\":[}}", "{\"params\":{}}", "{'method':'m'}",
			"{\"id\":99999999999999999999,\"method\":\"m\"}" })
	void whatIsNoMessageIsRefused(String json) {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(json));
	}

	@Test
	void invalidUtf8IsRefused() {
		byte[] json = "{\"method\":\"x\"}".getBytes(StandardCharsets.ISO_8859_1);
		json[11] = (byte) 0xFC;
		assertThatIllegalArgumentException().isThrownBy(() -> JsonRpcMessage.parse(json));
	}

}
