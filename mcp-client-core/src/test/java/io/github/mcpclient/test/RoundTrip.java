package io.github.mcpclient.test;

import java.util.Map;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.transport.InheritEnvironment;
import io.modelcontextprotocol.spec.McpSchema.TextContent;

/**
 * An application whose JVM has an environment that a test chooses. Prints what came of
 * its calls in ASCII.
 */
public final class RoundTrip {

	private static final String TEXT = "caf\u00E9 \u6F22\u5B57 \u304B\u306A \uD83D\uDE00 \uD83D\uDC69\u200D"
			+ "\uD83D\uDCBB";

	private RoundTrip() {
	}

	public static void main(String[] args) {
		if (args[0].equals("text")) {
			String returned = call(InheritEnvironment.SAFE, "echo", TEXT);
			System.out.println("RESULT " + (returned.equals(TEXT) ? "exact" : "different"));
		}
		else {
			StringBuilder seen = new StringBuilder("RESULT");
			for (InheritEnvironment inherit : InheritEnvironment.values()) {
				seen.append(" ").append(inherit).append("=").append(call(inherit, "environment", "MY_SECRET"));
			}
			System.out.println(seen);
		}
	}

	private static String call(InheritEnvironment inherit, String tool, String value) {
		try (McpServer server = McpServer.builder(MisbehavingServer.settings().inheritEnv(inherit).build()).build()) {
			return ((TextContent) server.callTool(tool, Map.of("value", value)).content().get(0)).text();
		}
	}

}
