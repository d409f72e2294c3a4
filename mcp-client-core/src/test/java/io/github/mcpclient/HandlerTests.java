package io.github.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.RecordingHandler;
import io.github.mcpclient.test.Script;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.Root;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HandlerTests {

	private static final String ASK_ROOTS = Script.request("\"r-1\"", "roots/list", "{}");

	private static final String ELICIT = Script.request("77", "elicitation/create",
			"{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");

	@TempDir
	Path directory;

	private Path received() {
		return this.directory.resolve("received");
	}

	/**
	 * What the server received that holds a text.
	 */
	private List<String> received(String text) throws IOException {
		return Files.readAllLines(received()).stream().filter((line) -> line.contains(text)).toList();
	}

	/**
	 * A server whose tool {@code ask} makes it say something before it answers.
	 */
	private McpServer.Builder server(String... lines) {
		String[] said = Arrays.copyOf(lines, lines.length + 1);
		said[lines.length] = Script.text("asked");
		return McpServer.builder(new Script().record(received()).on("tools/call ask", said).settings().build())
			.name("scripted");
	}

	private static String log(String text) {
		return Script.notification("notifications/message", "{\"level\":\"info\",\"data\":\"" + text + "\"}");
	}

	@Test
	void whatNobodyHandlesIsAnsweredAsUnknown() throws IOException {
		try (McpServer server = server(ASK_ROOTS, Script.request("5", "sampling/createMessage", "{}")).build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(received("-32601")).hasSize(2));
			assertThat(received("r-1").get(0)).contains("\"error\":{\"code\":-32601,",
					"Not supported by this client: roots/list");
		}
	}

	@Test
	void aPingOfTheServerIsAnswered() {
		try (McpServer server = server(Script.request("9", "ping", "{}")).build()) {
			server.callTool("ask", null);
			Eventually
				.that(() -> assertThat(received("\"id\":9")).singleElement().asString().contains("\"result\":{}"));
		}
	}

	@Test
	void aRequestHandlerThatThrowsIsAnsweredWithAnErrorWithoutDetails() {
		try (McpServer server = server(ASK_ROOTS, ELICIT).roots((name) -> {
			throw new IllegalStateException("the secret reason");
		}).formElicitationHandler((name, request) -> {
			throw new AssertionError("the secret reason");
		}).build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(received("-32603")).hasSize(2)
				.allMatch((line) -> line.contains("The client failed to answer"))
				.noneMatch((line) -> line.contains("secret")));
			server.ping();
		}
	}

	@Test
	void unreadableParametersAreAnsweredAsInvalid() {
		try (McpServer server = server(
				Script.request("5", "elicitation/create", "{\"message\":{},\"requestedSchema\":7}"))
			.formElicitationHandler((name, request) -> new ElicitResult(ElicitResult.Action.ACCEPT, null))
			.build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(received("-32602")).hasSize(1));
		}
	}

	@Test
	void onlyWhatIsHandledIsAnnounced() throws IOException {
		try (McpServer server = server().roots((name) -> List.of(new Root("file:///a", null)))
			.urlElicitationHandler((name, request) -> new ElicitResult(ElicitResult.Action.CANCEL, null))
			.build()) {
			server.connect();
			assertThat(received("\"initialize\"")).singleElement()
				.asString()
				.contains("\"roots\":{", "\"elicitation\":{\"url\":{}}")
				.doesNotContain("sampling", "form");
		}
	}

	@Test
	@Behaviour("A12")
	void aNotificationHandlerThatThrowsKeepsNobodyFromHearing() {
		RecordingHandler second = new RecordingHandler();
		NotificationHandler first = new NotificationHandler() {
			@Override
			public void logging(String serverName, LoggingMessageNotification notification) {
				if (notification.data().equals("one")) {
					throw new IllegalStateException("on purpose");
				}
				throw new AssertionError("on purpose");
			}
		};
		try (McpServer server = server(log("one"), log("two"), log("three")).notificationHandler(first)
			.notificationHandler(second)
			.build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(second.logs).extracting(LoggingMessageNotification::data)
				.containsExactly("one", "two", "three"));
		}
	}

	@Test
	void notificationsAreToldOneAfterTheOtherInTheirOrder() {
		List<String> heard = new CopyOnWriteArrayList<>();
		NotificationHandler slow = new NotificationHandler() {
			@Override
			public void logging(String serverName, LoggingMessageNotification notification) {
				heard.add("begin " + notification.data());
				Thread.yield();
				heard.add("end " + notification.data());
			}
		};
		try (McpServer server = server(log("1"), log("2"), log("3")).notificationHandler(slow).build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(heard).containsExactly("begin 1", "end 1", "begin 2", "end 2", "begin 3",
					"end 3"));
		}
	}

	@Test
	void handlersMayCallTheServer() {
		AtomicReference<McpServer> held = new AtomicReference<>();
		List<String> done = new CopyOnWriteArrayList<>();
		NotificationHandler handler = new NotificationHandler() {
			@Override
			public void logging(String serverName, LoggingMessageNotification notification) {
				held.get().ping();
				done.add("notification");
			}
		};
		try (McpServer server = server(log("one"), ASK_ROOTS, ELICIT).notificationHandler(handler).roots((name) -> {
			held.get().ping();
			done.add("roots");
			return List.of();
		}).formElicitationHandler((name, request) -> {
			held.get().callTool("other", null);
			done.add("elicitation");
			return new ElicitResult(ElicitResult.Action.DECLINE, null);
		}).build()) {
			held.set(server);
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(done).containsExactlyInAnyOrder("notification", "roots", "elicitation"));
			Eventually.that(() -> assertThat(received("\"id\":77")).singleElement()
				.asString()
				.contains("\"action\":\"decline\""));
		}
	}

	@Test
	void aProgressListenerMayCallTheServerAndMayThrow() {
		List<String> done = new CopyOnWriteArrayList<>();
		String progress = Script.notification("notifications/progress", "{\"progressToken\":\"p\",\"progress\":1}");
		try (McpServer server = server(progress, progress).build()) {
			server.callTool(ToolCall.builder("ask").meta(Map.of("progressToken", "p")).progressListener((it) -> {
				server.ping();
				done.add("pinged");
				throw new IllegalStateException("on purpose");
			}).build());
			assertThat(done).hasSize(2);
		}
	}

	@Test
	void aHandlerThatTakesItsTimeHoldsUpNothing() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answer = new CountDownLatch(1);
		try (McpServer server = server(ELICIT).formElicitationHandler((name, request) -> {
			asked.countDown();
			awaitUninterrupted(answer);
			return new ElicitResult(ElicitResult.Action.DECLINE, null);
		}).build()) {
			server.callTool("ask", null);
			asked.await();
			server.ping();
			answer.countDown();
			Eventually.that(() -> assertThat(received("\"action\":\"decline\"")).hasSize(1));
		}
	}

	@Test
	void aRequestThatTheServerCancelsInterruptsItsHandler() {
		CountDownLatch interrupted = new CountDownLatch(1);
		CountDownLatch never = new CountDownLatch(1);
		String cancel = Script.notification("notifications/cancelled", "{\"requestId\":77}");
		Script script = new Script().record(received())
			.on("tools/call ask", ELICIT, Script.text("asked"))
			.on("tools/call cancel", cancel, Script.text("cancelled"));
		CountDownLatch asked = new CountDownLatch(1);
		try (McpServer server = McpServer.builder(script.settings().build()).formElicitationHandler((name, request) -> {
			asked.countDown();
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return new ElicitResult(ElicitResult.Action.CANCEL, null);
		}).build()) {
			server.callTool("ask", null);
			awaitUninterrupted(asked);
			server.callTool("cancel", null);
			awaitUninterrupted(interrupted);
			server.ping();
		}
	}

	@Test
	void closingInterruptsHandlersThatAreAtIt() {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch interrupted = new CountDownLatch(1);
		McpServer server = server(ELICIT).formElicitationHandler((name, request) -> {
			asked.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return new ElicitResult(ElicitResult.Action.CANCEL, null);
		}).build();
		server.callTool("ask", null);
		awaitUninterrupted(asked);
		server.close();
		awaitUninterrupted(interrupted);
	}

	@Test
	@Behaviour("A14")
	void unknownNotificationsReachTheCatchAll() {
		RecordingHandler handler = new RecordingHandler();
		try (McpServer server = server(Script.notification("notifications/future", "{\"a\":1}"))
			.notificationHandler(handler)
			.build()) {
			server.callTool("ask", null);
			Eventually.that(() -> assertThat(handler.others).containsExactly("notifications/future"));
		}
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
