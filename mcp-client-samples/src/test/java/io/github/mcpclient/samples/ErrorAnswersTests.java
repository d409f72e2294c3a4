package io.github.mcpclient.samples;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@SpringBootTest(webEnvironment = WebEnvironment.DEFINED_PORT,
		properties = { "mcp.client.servers.missing.command=/no/such/program",
				"mcp.client.servers.remote.tool-timeout=1s", "mcp.client.servers.remote.tool-filter.block=print" })
class ErrorAnswersTests {

	private final SampleClient client;

	ErrorAnswersTests(@Value("${server.port}") int port) {
		this.client = new SampleClient(port);
	}

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		SampleClient.freePort(registry);
	}

	@Test
	void unknownServerIsNotFound() {
		expectProblem(this.client.get("/servers/unknown/tools"), HttpStatus.NOT_FOUND,
				"There is no MCP server 'unknown'");
	}

	@Test
	void serverThatCannotBeStartedIsBadGateway() {
		expectProblem(this.client.get("/servers/missing/tools"), HttpStatus.BAD_GATEWAY,
				"MCP server 'missing': not connected: the command '/no/such/program' does not exist; "
						+ "check its spelling and the PATH");
	}

	@Test
	void errorOfServerIsBadGateway() {
		expectProblem(this.client.post("/servers/local/tools/unknown", "{}"), HttpStatus.BAD_GATEWAY,
				"MCP server 'local': answered tools/call with error -32602: Unknown tool: invalid_tool_name");
	}

	@Test
	void toolThatDoesNotAnswerInTimeIsGatewayTimeout(@Autowired McpSyncServer sampleServer) {
		CompletableFuture<CallToolResult> answer = new CompletableFuture<>();
		sampleServer.addTool(new SyncToolSpecification(Tool.builder("slow", Map.of("type", "object")).build(),
				(exchange, call) -> answer.join()));
		expectProblem(this.client.post("/servers/remote/tools/slow", "{}"), HttpStatus.GATEWAY_TIMEOUT,
				"MCP server 'remote': no answer to tools/call within 1000 ms");
		answer.complete(CallToolResult.builder().build());
	}

	@Test
	void callThatNeedsApprovalIsForbiddenWhereThereIsNoTerminal() {
		expectProblem(this.client.post("/servers/local/tools/print", "{ \"text\": \"hello\" }"), HttpStatus.FORBIDDEN,
				"MCP server 'local': the call of 'print' was not approved: there is no terminal to ask on");
	}

	@Test
	void callOfToolThatIsFilteredOutIsForbidden() {
		expectProblem(this.client.post("/servers/remote/tools/print", "{ \"text\": \"hello\" }"), HttpStatus.FORBIDDEN,
				"MCP server 'remote': the tool 'print' is excluded by the tool filter");
	}

	@Test
	void argumentsThatAreNoJsonObjectAreBadRequest() {
		expectProblem(this.client.post("/servers/local/tools/add", "[ 1, 2 ]"), HttpStatus.BAD_REQUEST,
				"Failed to read request");
	}

	@Test
	void serverThatCannotBeStartedIsListedWithItsFailure() {
		this.client.get("/servers")
			.expectBody()
			.jsonPath("$[?(@.name == 'missing')].failure")
			.isEqualTo("MCP server 'missing': the command '/no/such/program' does not exist; "
					+ "check its spelling and the PATH");
	}

	private void expectProblem(ResponseSpec response, HttpStatus status, String detail) {
		response.expectStatus()
			.isEqualTo(status)
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.isEqualTo(detail);
	}

}
