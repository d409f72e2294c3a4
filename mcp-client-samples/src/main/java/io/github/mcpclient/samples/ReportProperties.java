package io.github.mcpclient.samples;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the report at start-up shows.
 *
 * @param calls a tool to call on each server, by the server's name
 */
@ConfigurationProperties("sample.report")
record ReportProperties(@DefaultValue Map<String, Call> calls) {

	/**
	 * A call of a tool.
	 *
	 * @param tool the tool's name
	 * @param arguments the arguments by name
	 */
	record Call(String tool, @DefaultValue Map<String, Object> arguments) {

	}

}
