package io.github.mcpclient.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Properties of one MCP server: a program or a URL, and its settings. Written to while
 * the application starts only.
 */
@ConfigurationPropertiesSource
public class McpServerProperties extends CommonMcpServerProperties {

	/**
	 * Program to start and speak to over stdin and stdout. Either this or the URL.
	 */
	private @Nullable String command;

	/**
	 * Arguments of the program.
	 */
	private List<String> args = new ArrayList<>();

	/**
	 * URL of a remote server, used whole. Either this or the command.
	 */
	private @Nullable String url;

	public @Nullable String getCommand() {
		return this.command;
	}

	public void setCommand(@Nullable String command) {
		this.command = command;
	}

	public List<String> getArgs() {
		return this.args;
	}

	public void setArgs(List<String> args) {
		this.args = args;
	}

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

}
