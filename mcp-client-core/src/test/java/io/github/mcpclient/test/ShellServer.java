package io.github.mcpclient.test;

import io.github.mcpclient.transport.StdioTransportSettings;

/**
 * A stdio server in a few lines of shell, which starts in milliseconds. The tool
 * {@code die} exits, {@code start-child} calls the function {@code start_child}, and any
 * other returns what the variable {@code answer} holds.
 */
public final class ShellServer {

	private static final String SERVE = """
			reply() {
			  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$1"
			}
			while read -r line; do
			  id=${line#*'"id":'}; id=${id%%[,\\}]*}
			  case $line in
			    *'"method":"initialize"'*)
			      reply '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},\
			"serverInfo":{"name":"sh","version":"1"}}' ;;
			    *'"name":"die"'*)
			      exit 3 ;;
			    *'"name":"start-child"'*)
			      start_child
			      reply '{"content":[]}' ;;
			    *'"method":"tools/call"'*)
			      reply '{"content":[{"type":"text","text":"'"$answer"'"}]}' ;;
			  esac
			done
			""";

	private ShellServer() {
	}

	/**
	 * The server in a shell.
	 * @param before what the shell does first
	 * @param after what it does at the end of its stdin
	 */
	public static StdioTransportSettings.Builder settings(String before, String after) {
		return StdioTransportSettings.command("sh").args("-c", script(before, after));
	}

	public static String script(String before, String after) {
		return before + "\n" + SERVE + after;
	}

}
