package io.github.mcpclient;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.InMemoryServer;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StrictSchemaBehaviourTests {

	private static Map<String, Object> parse(String json) {
		String complete = json.replace("EMPTY", "'properties':{},'required':[],CLOSED")
			.replace("CLOSED", "'additionalProperties':false")
			.replace('\'', '"');
		return Json.MAPPER.readValue(complete, new TypeReference<LinkedHashMap<String, Object>>() {
		});
	}

	private static McpTool tool(Map<String, Object> schema) {
		McpServer server = new InMemoryServer("a").tools(new Tool("x", null, null, schema, null, null, null));
		return McpTools.builder(List.of(server)).strictSchemas(true).build().list().get(0);
	}

	/**
	 * A schema with one property.
	 */
	private static Map<String, Object> object(String property) {
		return parse("{'type':'object','properties':{'p':" + property + "}}");
	}

	private static Map<String, Object> strict(String property) {
		return parse("{'type':'object','properties':{'p':" + property + "},'required':['p'],CLOSED}");
	}

	@Test
	@Behaviour("H6")
	void everyObjectIsClosedAndAllItsPropertiesRequired() {
		McpTool tool = tool(parse("{'type':'object','properties':{'a':{'type':'string'},"
				+ "'b':{'type':'array','items':{'type':'object','properties':{'c':{'type':'integer'}}}}},"
				+ "'required':['a']}"));
		assertThat(tool.strict()).isTrue();
		assertThat(tool.inputSchema()).isEqualTo(parse("{'type':'object','properties':{'a':{'type':'string'},"
				+ "'b':{'type':'array','items':{'type':'object','properties':{'c':{'type':'integer'}},"
				+ "'required':['c'],CLOSED}}},'required':['a','b'],CLOSED}"));
	}

	@Test
	@Behaviour("H6")
	void withoutTheOptionSchemasAreLeftAsTheyAre() {
		Map<String, Object> schema = object("{'type':'string','default':null}");
		McpServer server = new InMemoryServer("a").tools(new Tool("x", null, null, schema, null, null, null));
		McpTool tool = McpTools.builder(List.of(server)).build().list().get(0);
		assertThat(tool.strict()).isFalse();
		assertThat(tool.inputSchema()).isEqualTo(schema);
	}

	@Test
	@Behaviour({ "H5", "H6" })
	void aToolWithoutArgumentsGetsAClosedObject() {
		Map<String, Object> empty = parse("{'type':'object',EMPTY}");
		assertThat(tool(Map.of()).inputSchema()).isEqualTo(empty);
		assertThat(tool(parse("{'type':'object'}")).inputSchema()).isEqualTo(empty);
		assertThat(tool(parse("{'properties':{}}")).inputSchema()).isEqualTo(empty);
	}

	@ParameterizedTest
	@Behaviour("H6")
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{'oneOf':[{'type':'string'},{'type':'null'}]} | {'anyOf':[{'type':'string'},{'type':'null'}]}
			{'description':'d','allOf':[{'type':'string'}]} | {'type':'string','description':'d'}
			{'allOf':[{'allOf':[{'type':'string'}]}]} | {'type':'string'}
			{'type':'string','allOf':[{'type':'string','minLength':1}]} | {'type':'string','minLength':1}
			{'type':'string','default':null} | {'type':'string'}
			{'type':'string','default':'x'} | {'type':'string','default':'x'}
			{'enum':[1,null]} | {'enum':[1,null]}
			{'type':'array','items':{'type':'string'}} | {'type':'array','items':{'type':'string'}}
			{'type':'array','prefixItems':[{'const':1}]} | {'type':'array','prefixItems':[{'const':1}]}
			{'type':['object','null'],'properties':{}} | {'type':['object','null'],EMPTY}
			{'properties':{'type':{'const':1}}} | {'properties':{'type':{'const':1}},'required':['type'],CLOSED}
			{'type':'object','properties':{},CLOSED} | {'type':'object',EMPTY}
			""")
	void whatHasAStrictFormIsRewritten(String property, String expected) {
		McpTool tool = tool(object(property));
		assertThat(tool.inputSchema()).isEqualTo(strict(expected));
		assertThat(tool.strict()).isTrue();
	}

	@ParameterizedTest
	@Behaviour("H6")
	@ValueSource(strings = { "{'type':'object'}", "{'type':'object','additionalProperties':true,'properties':{}}",
			"{'type':'object','additionalProperties':{},'properties':{}}",
			"{'type':'object','additionalProperties':{'type':'string'}}", "{'type':['string','object']}", "{}", "true",
			"{'description':'anything'}", "{'type':'array'}", "{'type':'array','items':{}}",
			"{'type':'array','items':true}", "{'type':'object','properties':{'a':{'type':'object'}}}",
			"{'type':'object','properties':{},'patternProperties':{'^x':{}}}",
			"{'type':'object','properties':{},'required':['gone']}",
			"{'anyOf':[{'type':'string'},{'type':'object'}]}" })
	void anOpenObjectFallsBackToTheOriginal(String property) {
		assertFallsBack(object(property));
	}

	@ParameterizedTest
	@Behaviour("H6")
	@ValueSource(strings = { "{'type':'object','properties':{'a':{'type':'string'}},'anyOf':[{'required':['a']}]}",
			"{'anyOf':[{'type':'string'}],'oneOf':[{'type':'string'}]}", "{'minLength':3,'allOf':[{'type':'string'}]}",
			"{'minLength':3,'allOf':[{'type':'string','minLength':1}]}",
			"{'allOf':[{'type':'string'},{'minLength':1}]}", "{'type':'string','not':{'const':'x'}}",
			"{'type':'string','if':{'minLength':1},'then':{'maxLength':2}}" })
	void constraintsThatCannotBeMergedFallBackToTheOriginal(String property) {
		assertFallsBack(object(property));
	}

	@Test
	@Behaviour("H6")
	void aLocalReferenceWithSiblingsIsInlined() {
		String definitions = "'$defs':{'a/b':{'type':'object','description':'theirs',"
				+ "'properties':{'c':{'type':'string'}}}}";
		Map<String, Object> schema = parse("{'type':'object','properties':{"
				+ "'p':{'$ref':'#/$defs/a~1b','description':'ours'},'q':{'$ref':'#/$defs/a~1b'}}," + definitions + "}");
		Map<String, Object> strict = tool(schema).inputSchema();
		Map<String, Object> expected = parse(
				"{'type':'object','description':'ours','properties':{'c':{'type':'string'}},"
						+ "'required':['c'],CLOSED}");
		assertThat(JsonSchema.resolve(strict, "#/properties/p")).isEqualTo(expected);
		assertThat(JsonSchema.resolve(strict, "#/properties/q")).isEqualTo(Map.of("$ref", "#/$defs/a~1b"));
		expected.put("description", "theirs");
		assertThat(JsonSchema.resolve(strict, "#/$defs/a~1b")).isEqualTo(expected);
	}

	@Test
	@Behaviour("H6")
	void aReferenceAtTheRootIsInlined() {
		McpTool tool = tool(parse("{'$ref':'#/definitions/a','definitions':{'a':{'type':'object',"
				+ "'properties':{'p':{'type':'string'}}}}}"));
		assertThat(tool.strict()).isTrue();
		assertThat(tool.inputSchema()).containsEntry("required", List.of("p"))
			.containsEntry("additionalProperties", false)
			.doesNotContainKey("$ref");
	}

	@Test
	@Behaviour("H6")
	void aRecursiveReferenceIsLeftAlone() {
		Map<String, Object> schema = object("{'anyOf':[{'$ref':'#'},{'type':'null'}]}");
		assertThat(tool(schema).inputSchema()).isEqualTo(strict("{'anyOf':[{'$ref':'#'},{'type':'null'}]}"));
	}

	@ParameterizedTest
	@Behaviour("H6")
	@ValueSource(strings = { "{'$ref':'#/$defs/gone'}", "{'$ref':'#/$defs/gone','title':'x'}",
			"{'$ref':'https://example.com/schema'}", "{'$ref':'#anchor'}", "{'$ref':7}", "{'$ref':null}",
			"{'$ref':'#/type'}", "{'$ref':'#','minLength':1}", "{'$dynamicRef':'#x'}",
			"{'$ref':'#/properties/p','title':'x'}", "{'$id':'https://example.com/','type':'string'}" })
	void aReferenceThatCannotBeResolvedFallsBackToTheOriginal(String property) {
		assertFallsBack(object(property));
	}

	@Test
	@Behaviour("H6")
	void aReferenceIntoWhatIsRewrittenFallsBackToTheOriginal() {
		assertFallsBack(parse("{'type':'object','properties':{'p':{'oneOf':[{'type':'string'},{'type':'null'}]},"
				+ "'q':{'$ref':'#/properties/p/oneOf/0'}}}"));
	}

	@Test
	@Behaviour("H6")
	void aSchemaThatIsTooDeepOrTooLargeFallsBackToTheOriginal() {
		assertThat(tool(nested(90)).strict()).isTrue();
		assertFallsBack(nested(101));
		assertFallsBack(nested(20_000));
		// Doubles at each of 30 levels
		Map<String, Object> definitions = new LinkedHashMap<>();
		for (int i = 0; i < 30; i++) {
			definitions.put("d" + i, parse(("{'type':'object','properties':{'a':{'$ref':'#/$defs/d%1$d','title':'a'},"
					+ "'b':{'$ref':'#/$defs/d%1$d','title':'b'}}}")
				.formatted(i + 1)));
		}
		definitions.put("d30", parse("{'type':'string'}"));
		Map<String, Object> schema = object("{'$ref':'#/$defs/d0','title':'x'}");
		schema.put("$defs", definitions);
		assertFallsBack(schema);
	}

	private static Map<String, Object> nested(int depth) {
		Map<String, Object> schema = Map.of("type", "string");
		for (int i = 0; i < depth; i++) {
			schema = Map.of("type", "array", "items", schema);
		}
		return Map.of("type", "object", "properties", Map.of("p", schema));
	}

	@Test
	@Behaviour("H6")
	void theOriginalIsNeverTouchedAndTheResultImmutable() {
		String json = "{'type':'object','properties':{'p':{'oneOf':[{'type':'string','default':null}]}}}";
		Map<String, Object> schema = parse(json);
		Map<String, Object> strict = tool(schema).inputSchema();
		assertThat(schema).isEqualTo(parse(json));
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> ((Map<?, ?>) JsonSchema.resolve(strict, "#/properties/p")).clear());
	}

	private static void assertFallsBack(Map<String, Object> schema) {
		McpTool tool = tool(schema);
		assertThat(tool.strict()).isFalse();
		assertThat(tool.inputSchema().keySet()).isEqualTo(schema.keySet());
		schema.forEach((keyword, value) -> assertThat(tool.inputSchema().get(keyword) == value).as(keyword).isTrue());
	}

}
