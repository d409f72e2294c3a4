package io.github.mcpclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.mcpclient.test.Script;
import io.github.mcpclient.test.SdkTransport;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConcurrentCallsTests {

	@Test
	void everyCallerOfOneProcessGetsItsOwnReply() throws Exception {
		Script script = new Script().reversed().on("tools/call echo", Script.text("$text"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			assertThat(wrongReplies(server, 64, 300)).isZero();
			assertThat(server.status().connects()).isEqualTo(1);
		}
	}

	@Test
	void everyCallerOverHttpGetsItsOwnReply() throws Exception {
		try (SdkTransport.Running running = SdkTransport.STREAMABLE_HTTP.start();
				McpServer server = McpServer.builder(running.settings()).build()) {
			assertThat(wrongReplies(server, 32, 50)).isZero();
			assertThat(server.status().connects()).isEqualTo(1);
		}
	}

	private static int wrongReplies(McpServer server, int threads, int calls) throws Exception {
		ExecutorService callers = Executors.newFixedThreadPool(threads);
		try {
			List<Future<Integer>> wrong = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int caller = i;
				wrong.add(callers.submit(() -> wrongReplies(server, caller + "/", calls)));
			}
			int sum = 0;
			for (Future<Integer> one : wrong) {
				sum += one.get();
			}
			return sum;
		}
		finally {
			callers.shutdownNow();
		}
	}

	private static int wrongReplies(McpServer server, String caller, int calls) {
		int wrong = 0;
		for (int call = 0; call < calls; call++) {
			String text = caller + call;
			TextContent reply = (TextContent) server.callTool("echo", Map.of("text", text)).content().get(0);
			wrong += reply.text().equals(text) ? 0 : 1;
		}
		return wrong;
	}

}
