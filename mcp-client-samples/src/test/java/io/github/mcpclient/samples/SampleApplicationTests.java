package io.github.mcpclient.samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(webEnvironment = WebEnvironment.DEFINED_PORT)
class SampleApplicationTests {

	private final SampleClient client;

	SampleApplicationTests(@Value("${server.port}") int port) {
		this.client = new SampleClient(port);
	}

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		SampleClient.freePort(registry);
	}

	@Test
	void reportsServersAndCallsTheirToolsAtStartUp(CapturedOutput output) {
		assertThat(output).containsPattern("local +stdio +CONNECTED +add, time, print")
			.containsPattern("remote +streamable-http +CONNECTED +add, time, print")
			.contains("local.add({a=40, b=2}) -> 42.0")
			.containsPattern("remote\\.time\\(\\{zone=Europe/Paris}\\) -> .*\\[Europe/Paris]");
	}

	@Test
	void listsServers() {
		this.client.get("/servers").expectBody().json("""
				[
					{ "name": "local", "transport": "stdio", "state": "CONNECTED" },
					{ "name": "remote", "transport": "streamable-http", "state": "CONNECTED" }
				]""");
	}

	@Test
	void listsToolsOfServer() {
		this.client.get("/servers/local/tools").expectBody().json("""
				[
					{ "name": "add", "inputSchema": { "required": [ "a", "b" ] } },
					{ "name": "time", "inputSchema": { "required": [ "zone" ] } },
					{ "name": "print", "inputSchema": { "required": [ "text" ] } }
				]""");
	}

	@Test
	void callsToolOverStdio() {
		this.client.post("/servers/local/tools/add", "{ \"a\": 1, \"b\": 2 }").expectBody().json("""
				{ "content": [ { "type": "text", "text": "3.0" } ], "isError": false }""");
	}

	@Test
	void callsToolOverHttp() {
		this.client.post("/servers/remote/tools/add", "{ \"a\": 1, \"b\": 2 }").expectBody().json("""
				{ "content": [ { "type": "text", "text": "3.0" } ], "isError": false }""");
	}

	@Test
	void callsToolThatNeedsApprovalOfAnotherServerOnly() {
		this.client.post("/servers/remote/tools/print", "{ \"text\": \"hello\" }").expectBody().json("""
				{ "content": [ { "type": "text", "text": "printed" } ], "isError": false }""");
	}

	@Test
	void errorThatToolReportsIsResult() {
		this.client.post("/servers/remote/tools/time", "{ \"zone\": \"Nowhere\" }")
			.expectStatus()
			.isOk()
			.expectBody()
			.json("""
					{ "content": [ { "type": "text", "text": "Unknown time-zone ID: Nowhere" } ], "isError": true }""");
	}

	@Test
	void healthIsUpWithChildForEachServer() {
		this.client.get("/actuator/health").expectStatus().isOk().expectBody().json("""
				{
					"status": "UP",
					"components": {
						"mcp": {
							"status": "UP",
							"components": { "local": { "status": "UP" }, "remote": { "status": "UP" } }
						}
					}
				}""");
	}

}
