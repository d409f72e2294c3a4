package io.github.mcpclient.samples;

import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/**
 * Talks to a running sample.
 */
final class SampleClient {

	private final RestTestClient client;

	SampleClient(int port) {
		this.client = RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
	}

	/**
	 * Choose the port before the application starts: its MCP client needs to know it.
	 * @param registry takes the port
	 */
	static void freePort(DynamicPropertyRegistry registry) {
		int port = TestSocketUtils.findAvailableTcpPort();
		registry.add("server.port", () -> port);
	}

	ResponseSpec get(String path) {
		return this.client.get().uri(path).exchange();
	}

	ResponseSpec post(String path, String json) {
		return this.client.post().uri(path).contentType(MediaType.APPLICATION_JSON).body(json).exchange();
	}

}
