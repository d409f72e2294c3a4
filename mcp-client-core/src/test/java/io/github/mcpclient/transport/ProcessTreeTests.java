package io.github.mcpclient.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.test.Application;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.ChildJvm;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.ShellServer;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is left of the processes of a server: nothing.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the servers are shell scripts")
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessTreeTests {

	/** Ends only when killed, and keeps stdin, stdout and stderr of the server open. */
	private static final String STUBBORN_CHILD = "sh -c 'trap \"\" TERM; while :; do sleep 1; done' <&0 & answer=$!";

	private static final String STUBBORN = "trap '' TERM\n";

	private static final String GO_ON = "while :; do sleep 1; done";

	private final List<ProcessHandle> processes = new ArrayList<>();

	@AfterEach
	void killWhatIsLeft() {
		this.processes.forEach(ProcessHandle::destroyForcibly);
	}

	@Test
	@Behaviour("B7")
	void serverThatIgnoresEverythingIsKilledWithItsChildren() {
		McpServer server = server(STUBBORN + STUBBORN_CHILD, GO_ON);
		server.connect();
		List<ProcessHandle> tree = treeOf(server);
		assertThat(tree).hasSize(2);
		server.close();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	@Test
	void shellEndsWithTheServerThatItRuns() {
		McpServer server = server(StdioTransportSettings.command("sh")
			.args("-c", "sh -c \"$0\"; exit 1", ShellServer.script("answer=$$", GO_ON)));
		server.connect();
		List<ProcessHandle> tree = treeOf(server);
		assertThat(tree).hasSize(2);
		server.close();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	@Test
	void childrenThatOutliveTheServerAreEnded() {
		McpServer server = server(STUBBORN_CHILD, "");
		server.connect();
		List<ProcessHandle> tree = treeOf(server);
		server.close();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	@Test
	void childrenStartedByACallThatOutliveTheServerAreEnded() {
		McpServer server = server("start_child() {\n" + STUBBORN_CHILD + "\n}", "");
		server.connect();
		server.callTool("start-child", Map.of());
		List<ProcessHandle> tree = treeOf(server);
		server.close();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	@Test
	void deathOfTheServerIsNoticedThoughAChildKeepsItsStdoutOpen() {
		McpServer server = server(STUBBORN_CHILD, "");
		server.connect();
		List<ProcessHandle> tree = treeOf(server);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(() -> server.callTool("die", Map.of()))
			.withMessageContaining("exited with code 3");
		Eventually.until(() -> tree.stream().noneMatch(ProcessTreeTests::isRunning));
		server.close();
	}

	@Test
	@Behaviour("B7")
	void serverWithTimeToLeaveIsNotKilled(@TempDir Path directory) {
		Path saved = directory.resolve("saved");
		McpServer server = McpServer
			.builder(ShellServer.settings("answer=$$", "sleep 0.2; touch '" + saved + "'").build())
			.shutdownTimeout(Duration.ofMinutes(1))
			.build();
		server.connect();
		server.close();
		assertThat(saved).exists();
	}

	@ParameterizedTest
	@ValueSource(strings = { "return", "exit", "terminate" })
	void endOfTheApplicationEndsItsServers(String how) throws Exception {
		String script = STUBBORN + STUBBORN_CHILD;
		Process application = new ProcessBuilder(ChildJvm.command(Application.class, List.of(how, script, GO_ON)))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		this.processes.add(application.toHandle());
		List<ProcessHandle> tree = printedBy(application);
		assertThat(tree).hasSizeGreaterThanOrEqualTo(2).allMatch(ProcessTreeTests::isRunning);
		if (how.equals("terminate")) {
			application.destroy();
		}
		else {
			application.getOutputStream().close();
		}
		assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	@Test
	void applicationThatClosesItsServerWhileItEndsCanUseItUntilThen() throws Exception {
		Process application = new ProcessBuilder(
				ChildJvm.command(Application.class, List.of("close", "answer=$$", GO_ON)))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		this.processes.add(application.toHandle());
		List<ProcessHandle> tree = printedBy(application);
		// unlike Process.destroy, this leaves stdout open
		application.toHandle().destroy();
		assertThat(application.inputReader().readLine()).isEqualTo("CALLED 1");
		assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(tree).noneMatch(ProcessTreeTests::isRunning);
	}

	private List<ProcessHandle> printedBy(Process application) throws IOException {
		BufferedReader reader = application.inputReader();
		String line = reader.readLine();
		while (line != null && !line.startsWith("PROCESSES ")) {
			line = reader.readLine();
		}
		List<ProcessHandle> tree = Arrays.stream(String.valueOf(line).substring("PROCESSES ".length()).split(" "))
			.flatMap((pid) -> ProcessHandle.of(Long.parseLong(pid)).stream())
			.toList();
		this.processes.addAll(tree);
		return tree;
	}

	private static McpServer server(String before, String after) {
		return server(ShellServer.settings(before, after));
	}

	private static McpServer server(StdioTransportSettings.Builder settings) {
		return McpServer.builder(settings.build()).shutdownTimeout(Duration.ofSeconds(3)).build();
	}

	/**
	 * The process whose id the server answers, and its parent, if that is not this one.
	 */
	private List<ProcessHandle> treeOf(McpServer server) {
		String answer = ((TextContent) server.callTool("answer", Map.of()).content().get(0)).text();
		ProcessHandle child = ProcessHandle.of(Long.parseLong(answer)).orElseThrow();
		List<ProcessHandle> tree = Stream.concat(Stream.of(child), child.parent().stream())
			.filter((process) -> !process.equals(ProcessHandle.current()))
			.toList();
		this.processes.addAll(tree);
		return tree;
	}

	private static boolean isRunning(ProcessHandle process) {
		try {
			return process.isAlive() && !Files.readString(Path.of("/proc/" + process.pid() + "/stat")).contains(") Z ");
		}
		catch (IOException ex) {
			return process.isAlive();
		}
	}

}
