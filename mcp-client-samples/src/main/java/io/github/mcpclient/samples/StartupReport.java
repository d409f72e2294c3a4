package io.github.mcpclient.samples;

import java.util.List;
import java.util.stream.Collectors;

import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerManager;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/**
 * Prints what each server offers and what one of its tools answers. A server that is
 * still being connected is waited for, at most its {@code initialization-timeout}.
 */
@Component
class StartupReport implements ApplicationRunner {

	private static final String ROW = "%-12s %-16s %-13s %s%n";

	private final McpServerManager servers;

	private final ReportProperties properties;

	StartupReport(McpServerManager servers, ReportProperties properties) {
		this.servers = servers;
		this.properties = properties;
	}

	@Override
	public void run(ApplicationArguments args) {
		StringBuilder report = new StringBuilder("%n".formatted());
		report.append(ROW.formatted("SERVER", "TRANSPORT", "STATE", "TOOLS"));
		this.servers.servers().values().forEach((server) -> report.append(row(server)));
		report.append("%n".formatted());
		this.properties.calls().forEach((name, call) -> report.append(call(this.servers.server(name), call)));
		System.out.println(report);
	}

	private String row(McpServer server) {
		String tools;
		try {
			List<Tool> list = server.listTools();
			tools = list.stream().map(Tool::name).collect(Collectors.joining(", "));
		}
		catch (McpClientException ex) {
			tools = ex.getMessage();
		}
		return ROW.formatted(server.name(), server.status().transport(), server.status().state(), tools);
	}

	private String call(McpServer server, ReportProperties.Call call) {
		String answer;
		try {
			answer = text(server.callTool(call.tool(), call.arguments()));
		}
		catch (McpClientException ex) {
			answer = ex.getMessage();
		}
		return "%s.%s(%s) -> %s%n".formatted(server.name(), call.tool(), call.arguments(), answer);
	}

	private String text(CallToolResult result) {
		return result.content()
			.stream()
			.map((content) -> (content instanceof TextContent text) ? text.text() : content.type())
			.collect(Collectors.joining(" "));
	}

}
