package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Blocker;
import io.github.mcpclient.test.Definitions;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.FakeServer;
import io.github.mcpclient.test.HttpStub;
import io.github.mcpclient.test.LogOf;
import io.github.mcpclient.test.Running;
import io.github.mcpclient.test.Script;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.modelcontextprotocol.spec.McpSchema.Icon;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Listing tools and prompts, and for how long a list counts.
 */
class ToolCacheBehaviourTests {

	private final FakeServer fake = new FakeServer().tools(Definitions.tool("one"), Definitions.tool("two"));

	private McpServer caching() {
		return McpServer.guard(this.fake, McpServerPolicy.builder().cacheTools(true).build());
	}

	private McpServer plain() {
		return McpServer.guard(this.fake, McpServerPolicy.builder().build());
	}

	private static List<String> names(List<Tool> tools) {
		return tools.stream().map(Tool::name).toList();
	}

	@Test
	@Behaviour("C1")
	void withCachingAListIsFetchedOnce() {
		McpServer server = caching();
		assertThat(names(server.listTools())).containsExactly("one", "two");
		assertThat(names(server.listTools())).containsExactly("one", "two");
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour({ "C1", "A2" })
	void withoutCachingAListIsFetchedEachTime() {
		McpServer server = plain();
		server.listTools();
		server.listTools();
		assertThat(this.fake.listings).hasValue(2);
	}

	@Test
	@Behaviour("C1")
	void afterInvalidatingAListIsFetchedOnceMore() {
		McpServer server = caching();
		server.listTools();
		server.invalidateToolsCache();
		this.fake.tools(Definitions.tool("three"));
		assertThat(names(server.listTools())).containsExactly("three");
		server.listTools();
		assertThat(this.fake.listings).hasValue(2);
	}

	@Test
	@Behaviour("C1")
	void theListThatAFirstCallConnectsForIsCached() {
		try (HttpStub stub = new HttpStub().on("tools/list", tools("only"));
				McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(stub.url("/")).build())
					.policy((policy) -> policy.cacheTools(true))
					.build()) {
			assertThat(names(server.listTools())).containsExactly("only");
			assertThat(names(server.listTools())).containsExactly("only");
			assertThat(server.status().toolsStale()).isFalse();
			assertThat(requests(stub, "tools/list")).isEqualTo(1);
		}
	}

	private static HttpStub.Answer tools(String... names) {
		return HttpStub.json(Script.result("{\"tools\":" + toolsJson(names) + "}"));
	}

	private static String toolsJson(String... names) {
		List<String> tools = new ArrayList<>();
		for (String name : names) {
			tools.add("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}");
		}
		return tools.toString();
	}

	private static long requests(HttpStub stub, String method) {
		return stub.received.stream().filter((request) -> request.contains("\"" + method + "\"")).count();
	}

	@Test
	@Behaviour({ "C1", "B13" })
	void aCachedListIsNotServedOnceClosed() {
		McpServer server = caching();
		server.listTools();
		server.close();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools)
			.withMessage("MCP server 'fake': closed");
		server.connect();
		assertThat(names(server.listTools())).containsExactly("one", "two");
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("C2")
	void anEmptyListIsCachedLikeAnyOther() {
		this.fake.tools();
		McpServer server = caching();
		assertThat(server.listTools()).isEmpty();
		assertThat(server.listTools()).isEmpty();
		assertThat(server.cachedTools()).hasValue(List.of());
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("C3")
	void aFetchThatFailsChangesNothing() {
		McpServer server = caching();
		List<Tool> first = server.listTools();
		server.invalidateToolsCache();
		this.fake.tools(() -> {
			throw new McpProtocolException("fake", "error", -32603, null);
		});
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(server::listTools);
		assertThat(server.cachedTools()).hasValue(first);
		this.fake.tools(Definitions.tool("three"));
		assertThat(names(server.listTools())).containsExactly("three");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RECONNECTING", "FAILED" })
	@Behaviour("C3")
	void theListOfAServerThatIsDownIsTheLastOneMarkedStale(State down) {
		McpServer server = caching();
		server.listTools();
		assertThat(server.status().toolsStale()).isFalse();
		server.invalidateToolsCache();
		this.fake.state(down);
		assertThat(names(server.listTools())).containsExactly("one", "two");
		assertThat(server.status().toolsStale()).isTrue();
		assertThat(server.status().tools()).hasValue(2);
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("C3")
	void withoutCachingTheListOfAServerThatIsDownFails() {
		McpServer server = plain();
		server.listTools();
		this.fake.state(State.RECONNECTING);
		this.fake.tools(() -> {
			throw new McpConnectionException("fake", "not connected", null);
		});
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools);
	}

	@Test
	@Behaviour("C3")
	void aServerThatIsDownBeforeItWasAskedHasNoList() {
		this.fake.state(State.FAILED);
		this.fake.tools(() -> {
			throw new McpConnectionException("fake", "not connected", null);
		});
		McpServer server = caching();
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools);
		assertThat(server.status().tools()).isEmpty();
		assertThat(server.status().toolsStale()).isFalse();
	}

	@Test
	@Behaviour({ "C3", "C12" })
	void anOldListDoesNotServeAServerThatIsDown() {
		AtomicLong now = new AtomicLong();
		ToolsCache cache = new ToolsCache(true, Duration.ofNanos(10), now::get);
		fetch(cache, "one");
		cache.outdate();
		now.set(9);
		assertThat(cache.get(true, patience(), neverCalled()).byName()).containsOnlyKeys("one");
		now.set(10);
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> cache.get(true, patience(), neverCalled()));
	}

	private static ToolsCache.Fetcher neverCalled() {
		return (begin) -> {
			throw new AssertionError("asked the server");
		};
	}

	private static Patience patience() {
		return new CloseSignal("fake").until(Deadline.after(Duration.ZERO));
	}

	private static ToolList list(String... names) {
		List<Tool> tools = new ArrayList<>();
		for (String name : names) {
			tools.add(Definitions.tool(name));
		}
		return ToolList.of(tools, (duplicate) -> {
		});
	}

	private static ToolList fetch(ToolsCache cache, String... names) {
		return cache.get(false, patience(), (begin) -> {
			begin.run();
			return list(names);
		});
	}

	@Test
	@Behaviour("C4")
	void theLastListIsKeptUnfilteredWithoutCachingAndAfterInvalidateAndClose() {
		McpServer server = McpServer.guard(this.fake,
				McpServerPolicy.builder().toolFilter(ToolFilter.of(List.of("two"), List.of())).build());
		assertThat(server.cachedTools()).isEmpty();
		assertThat(names(server.listTools())).containsExactly("two");
		assertThat(names(server.cachedTools().orElseThrow())).containsExactly("one", "two");
		server.invalidateToolsCache();
		server.close();
		assertThat(names(server.cachedTools().orElseThrow())).containsExactly("one", "two");
		assertThat(server.status().tools()).hasValue(2);
	}

	@Test
	@Behaviour("C5")
	void aListCannotBeChanged() {
		Map<String, Object> property = new LinkedHashMap<>(Map.of("type", "string"));
		Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object"));
		schema.put("properties", new LinkedHashMap<>(Map.of("text", property)));
		schema.put("required", new ArrayList<>(List.of("text")));
		Map<String, Object> meta = new LinkedHashMap<>(Map.of("list", new ArrayList<>(List.of(1))));
		List<String> sizes = new ArrayList<>(List.of("48x48"));
		Tool tool = new Tool("echo", null, null, schema, schema, null, meta,
				new ArrayList<>(List.of(new Icon("https://icon", null, sizes, null))));
		this.fake.tools(tool);
		McpServer server = caching();
		Tool listed = server.listTools().get(0);
		assertThat(listed).isEqualTo(tool);
		assertImmutable(() -> server.listTools().clear());
		assertImmutable(() -> server.cachedTools().orElseThrow().remove(0));
		for (Map<String, Object> copied : List.of(listed.inputSchema(), listed.outputSchema())) {
			assertImmutable(() -> copied.put("type", "string"));
			assertImmutable(() -> ((Map<?, ?>) copied.get("properties")).clear());
			assertImmutable(() -> ((Map<?, ?>) ((Map<?, ?>) copied.get("properties")).get("text")).clear());
			assertImmutable(() -> ((List<?>) copied.get("required")).clear());
		}
		assertImmutable(() -> ((List<?>) listed.meta().get("list")).clear());
		assertImmutable(() -> listed.icons().clear());
		assertImmutable(() -> listed.icons().get(0).sizes().clear());
	}

	private static void assertImmutable(Runnable change) {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change::run);
	}

	@Test
	@Behaviour("C5")
	void whatTheServersListIsMadeOfCanChangeWithoutChangingTheCache() {
		Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object"));
		List<Tool> tools = new ArrayList<>(List.of(Tool.builder("echo", schema).build()));
		McpServer server = McpServer.guard(this.fake.tools(() -> tools),
				McpServerPolicy.builder().cacheTools(true).build());
		server.listTools();
		schema.put("required", List.of("text"));
		tools.clear();
		assertThat(server.listTools().get(0).inputSchema()).doesNotContainKey("required");
		server.callTool("echo", null);
		assertThat(this.fake.called()).containsExactly("echo");
	}

	@Test
	@Behaviour("C6")
	void aFetchThatBeganBeforeAnInvalidationIsReturnedAndNotCached() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("old"));
		});
		Running<List<Tool>> fetch = Running.start(server::listTools);
		blocker.awaitEntered();
		server.invalidateToolsCache();
		blocker.release();
		assertThat(names(fetch.result())).containsExactly("old");
		this.fake.tools(Definitions.tool("new"));
		assertThat(names(server.listTools())).containsExactly("new");
		assertThat(names(server.listTools())).containsExactly("new");
		assertThat(this.fake.listings).hasValue(2);
	}

	@Test
	@Behaviour({ "C6", "C9" })
	void aCallerThatComesAfterAnInvalidationDoesNotShareTheFetchThatBeganBefore() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("old"));
		});
		Running<List<Tool>> fetch = Running.start(server::listTools);
		blocker.awaitEntered();
		server.invalidateToolsCache();
		this.fake.tools(Definitions.tool("new"));
		assertThat(names(server.listTools())).containsExactly("new");
		blocker.release();
		assertThat(names(fetch.result())).containsExactly("old");
		assertThat(names(server.listTools())).containsExactly("new");
		assertThat(names(server.cachedTools().orElseThrow())).containsExactly("new");
		assertThat(this.fake.listings).hasValue(2);
	}

	@Test
	@Behaviour("C7")
	void aNewConnectionMakesTheListStale() {
		Script script = new Script().on("tools/list", Script.result("{\"tools\":" + toolsJson("only") + "}"));
		try (McpServer server = McpServer.builder(script.settings().build())
			.policy((policy) -> policy.cacheTools(true))
			.build()) {
			server.listTools();
			assertThat(server.status().toolsStale()).isFalse();
			server.close();
			assertThat(server.status().toolsStale()).isFalse();
			server.connect();
			assertThat(server.status().toolsStale()).isTrue();
			server.listTools();
			assertThat(server.status().toolsStale()).isFalse();
		}
	}

	@Test
	@Behaviour({ "C7", "E1" })
	void aStaleListDoesNotValidateArgumentsAndAnInvalidatedOneDoes() {
		this.fake.tools(Definitions.requiring("echo", "text"));
		Guard guard = new Guard("fake", McpServerPolicy.builder().cacheTools(true).build(),
				new ServerEvents("fake", List.of(), LoggerFactory.getLogger("mcp.server.fake")),
				LoggerFactory.getLogger("mcp.server.fake"));
		McpServer server = new GuardedMcpServer(this.fake, guard);
		server.listTools();
		server.invalidateToolsCache();
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("echo", null));
		guard.toolsChanged();
		server.callTool("echo", null);
		server.listTools();
		assertThatExceptionOfType(McpInvalidArgumentsException.class).isThrownBy(() -> server.callTool("echo", null));
		guard.connectionOpened();
		server.callTool("echo", null);
		assertThat(this.fake.called()).containsExactly("echo", "echo");
	}

	@Test
	@Behaviour("C7")
	void fiveHundredNotificationsCostOneOrTwoFetches() {
		String[] burst = new String[501];
		Arrays.fill(burst, Script.notification("notifications/tools/list_changed", "{}"));
		burst[500] = Script.text("changed");
		AtomicInteger changes = new AtomicInteger();
		Script script = new Script().on("tools/call burst", burst)
			.on("tools/list", Script.result("{\"tools\":" + toolsJson("burst") + "}"));
		AtomicInteger listings = new AtomicInteger();
		try (McpServer server = McpServer.builder(counting(script.settings().build(), "tools/list", listings))
			.policy((policy) -> policy.cacheTools(true))
			.notificationHandler(new NotificationHandler() {

				@Override
				public void toolsChanged(String serverName) {
					changes.incrementAndGet();
				}

			})
			.build()) {
			server.listTools();
			server.callTool("burst", null);
			Eventually.that(() -> assertThat(changes).hasValue(500));
			assertThat(listings).hasValue(1);
			for (int i = 0; i < 10; i++) {
				server.listTools();
			}
			assertThat(listings).hasValue(2);
		}
	}

	/**
	 * The same transport, counting what is sent of one method.
	 */
	private static McpTransportSettings counting(McpTransportSettings settings, String method, AtomicInteger count) {
		return new McpTransportSettings() {

			@Override
			public String kind() {
				return settings.kind();
			}

			@Override
			public String target() {
				return settings.target();
			}

			@Override
			public McpTransport create(String serverName) {
				McpTransport transport = settings.create(serverName);
				return new McpTransport() {

					@Override
					public void start(Receiver receiver, Deadline deadline) {
						transport.start(receiver, deadline);
					}

					@Override
					public void send(OutgoingMessage message) {
						if (message.method().equals(method)) {
							count.incrementAndGet();
						}
						transport.send(message);
					}

					@Override
					public void close(Duration timeout) {
						transport.close(timeout);
					}

				};
			}

		};
	}

	@Test
	@Behaviour("C8")
	void everyPageIsFetchedUpToAnEmptyStringsAndBeyond() {
		Script script = new Script()
			.on("tools/list", Script.result("{\"tools\":" + toolsJson("a") + ",\"nextCursor\":\"p2\"}"))
			.on("tools/list p2", Script.result("{\"tools\":" + toolsJson("b", "c") + ",\"nextCursor\":\"p3\"}"))
			.on("tools/list p3", Script.result("{\"tools\":[]}"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			assertThat(names(server.listTools())).containsExactly("a", "b", "c");
		}
	}

	@Test
	@Behaviour("C8")
	void anEmptyStringIsACursor() {
		List<String> cursors = new ArrayList<>();
		List<String> all = Pages.all("fake", "tools/list", Pages.Attempts.ONE, (cursor) -> {
			cursors.add(String.valueOf(cursor));
			return String.valueOf(cursor);
		}, List::of, (page) -> page.equals("null") ? "" : null);
		assertThat(cursors).containsExactly("null", "");
		assertThat(all).containsExactly("null", "");
	}

	@ParameterizedTest
	@ValueSource(strings = { "same", "" })
	@Behaviour("C8")
	void aCursorThatRepeatsIsAnErrorAndNothingIsCached(String cursor) {
		Script script = new Script().on("tools/list",
				Script.result("{\"tools\":" + toolsJson("a") + ",\"nextCursor\":\"" + cursor + "\"}"));
		try (McpServer server = McpServer.builder(script.settings().build())
			.name("loop")
			.policy((policy) -> policy.cacheTools(true).retry(RetryPolicy.of(3)))
			.build()) {
			McpProtocolException failure = catchThrowableOfType(McpProtocolException.class, server::listTools);
			assertThat(failure).hasMessage("MCP server 'loop': the pages of tools/list never end");
			assertThat(failure.outcomeUnknown()).isFalse();
			assertThat(server.cachedTools()).isEmpty();
		}
	}

	@Test
	@Behaviour("C8")
	void tenThousandPagesAreReadAndOneMoreIsAnError() {
		assertThat(numberedPages(10_000)).hasSize(10_000);
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> numberedPages(10_001));
	}

	private static List<Integer> numberedPages(int count) {
		return Pages.all("fake", "tools/list", Pages.Attempts.ONE,
				(cursor) -> (cursor != null) ? Integer.parseInt(cursor) : 1, List::of,
				(page) -> (page < count) ? Integer.toString(page + 1) : null);
	}

	@Test
	@Behaviour("C8")
	void aPageWithoutItemsIsAnEmptyOne() {
		assertThat(Pages.<String, String>all("fake", "tools/list", Pages.Attempts.ONE, (cursor) -> "page",
				(page) -> null, (page) -> null))
			.isEmpty();
	}

	@Test
	@Behaviour({ "C8", "C10" })
	void onlyThePageThatFailedIsFetchedAgainAndAllPagesShareOneBudget() {
		List<String> cursors = new ArrayList<>();
		Set<Integer> failing = new HashSet<>(Set.of(1, 3));
		RetryPolicy twice = new RetryPolicy(2, Duration.ZERO, Duration.ZERO, 0, false);
		try (HttpStub stub = new HttpStub()) {
			stub.on("tools/list", (exchange, id) -> {
				boolean first = !stub.received.get(stub.received.size() - 1).contains("\"cursor\":\"p2\"");
				cursors.add(first ? "p1" : "p2");
				String page = first ? toolsJson("a") + ",\"nextCursor\":\"p2\"" : toolsJson("b");
				(failing.contains(cursors.size()) ? HttpStub.status(503)
						: HttpStub.json(Script.result("{\"tools\":" + page + "}")))
					.write(exchange, id);
			});
			try (McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(stub.url("/")).build())
				.policy((policy) -> policy.retry(twice))
				.build()) {
				assertThat(names(server.listTools())).containsExactly("a", "b");
				assertThat(cursors).containsExactly("p1", "p1", "p2", "p2");
				cursors.clear();
				failing.add(4);
				assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools);
				assertThat(cursors).containsExactly("p1", "p1", "p2", "p2");
			}
		}
	}

	@Test
	@Behaviour("C9")
	void concurrentListingsShareOneFetch() {
		for (McpServer server : List.of(caching(), plain())) {
			this.fake.listings.set(0);
			Blocker blocker = new Blocker();
			this.fake.tools(() -> {
				blocker.block();
				return List.of(Definitions.tool("shared"));
			});
			Running<List<Tool>> first = Running.start(server::listTools);
			blocker.awaitEntered();
			List<Running<List<Tool>>> others = new ArrayList<>();
			for (int i = 0; i < 5; i++) {
				others.add(Running.start(() -> server.listTools()).awaitWaiting());
			}
			blocker.release();
			assertThat(names(first.result())).containsExactly("shared");
			others.forEach((other) -> assertThat(names(other.result())).containsExactly("shared"));
			assertThat(this.fake.listings).hasValue(1);
		}
	}

	@Test
	@Behaviour("C9")
	void aSharedFetchThatFailsFailsForAll() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			throw new McpProtocolException("fake", "error", -32603, null);
		});
		Running<?> first = Running.start(server::listTools);
		blocker.awaitEntered();
		Running<?> second = Running.start(server::listTools).awaitWaiting();
		blocker.release();
		assertThat(first.failure()).isInstanceOf(McpProtocolException.class);
		assertThat(second.failure()).isSameAs(first.failure());
	}

	@Test
	@Behaviour("C9")
	void aSharedFetchThatFailsWithABugFailsForAll() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			throw new AssertionError("bug");
		});
		Running<?> first = Running.start(server::listTools);
		blocker.awaitEntered();
		Running<?> second = Running.start(server::listTools).awaitWaiting();
		blocker.release();
		assertThat(first.failure()).isInstanceOf(AssertionError.class);
		assertThat(second.failure()).isInstanceOf(IllegalStateException.class).hasCause(first.failure());
	}

	@Test
	@Behaviour({ "C9", "E11" })
	void whoSharesAFetchThatIsCancelledMakesItsOwn() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		AtomicBoolean first = new AtomicBoolean(true);
		this.fake.tools(() -> {
			if (first.getAndSet(false)) {
				blocker.block();
				throw new McpInterruptedException("fake", "tools/list", false);
			}
			return List.of(Definitions.tool("own"));
		});
		Running<List<Tool>> cancelled = Running.start(server::listTools);
		blocker.awaitEntered();
		Running<List<Tool>> other = Running.start(() -> server.listTools()).awaitWaiting();
		cancelled.interrupt();
		assertThat(cancelled.failure()).isInstanceOf(McpInterruptedException.class);
		assertThat(names(other.result())).containsExactly("own");
	}

	@Test
	@Behaviour({ "C9", "E11" })
	void whoSharesAFetchCanBeCancelledAlone() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("one"));
		});
		Running<List<Tool>> first = Running.start(server::listTools);
		blocker.awaitEntered();
		Running<List<Tool>> cancelled = Running.start(() -> server.listTools()).awaitWaiting().interrupt();
		assertThat(cancelled.failure()).isInstanceOf(McpInterruptedException.class);
		cancelled.assertInterruptFlagRestored();
		blocker.release();
		assertThat(names(first.result())).containsExactly("one");
	}

	@Test
	@Behaviour({ "B17", "C9" })
	void whoSharesAFetchFailsAtOnceWhenTheServerIsClosed() {
		McpServer server = caching();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("old"));
		});
		Running<List<Tool>> first = Running.start(server::listTools);
		blocker.awaitEntered();
		Running<List<Tool>> second = Running.start(() -> server.listTools()).awaitWaiting();
		server.close();
		assertThat(second.failure()).hasMessage("MCP server 'fake': closed");
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools)
			.withMessage("MCP server 'fake': closed");
		server.connect();
		this.fake.tools(Definitions.tool("new"));
		assertThat(names(server.listTools())).containsExactly("new");
		blocker.release();
		first.result();
	}

	@Test
	@Behaviour("C10")
	void listingIsRetriedAndItsFailureNamesTheServer() {
		AtomicInteger failures = new AtomicInteger(2);
		Supplier<List<Tool>> flaky = () -> {
			if (failures.getAndDecrement() > 0) {
				throw new McpConnectionException("fake", "broke", null, true, 0);
			}
			return List.of(Definitions.tool("one"));
		};
		this.fake.tools(flaky);
		RetryPolicy once = new RetryPolicy(1, Duration.ZERO, Duration.ZERO, 0, false);
		McpServer server = McpServer.guard(this.fake, McpServerPolicy.builder().retry(once).build());
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(server::listTools)
			.withMessage("MCP server 'fake': broke");
		assertThat(this.fake.listings).hasValue(2);
		failures.set(1);
		assertThat(names(server.listTools())).containsExactly("one");
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 500 })
	@Behaviour("C10")
	void anHttpStatusNamesTheServer(int status) {
		try (HttpStub stub = new HttpStub().on("tools/list", HttpStub.status(status));
				McpServer server = McpServer.builder(HttpTransportSettings.streamableHttp(stub.url("/")).build())
					.name("web")
					.build()) {
			McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, server::listTools);
			assertThat(failure).hasMessageStartingWith("MCP server 'web': ");
			assertThat(failure.httpStatus()).hasValue(status);
		}
	}

	@Test
	@Behaviour("C11")
	void everyPageOfPromptsIsFetched() {
		Script script = new Script()
			.on("prompts/list", Script.result("{\"prompts\":[{\"name\":\"a\"}],\"nextCursor\":\"p2\"}"))
			.on("prompts/list p2", Script.result("{\"prompts\":[{\"name\":\"b\"}]}"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			List<Prompt> prompts = server.listPrompts();
			assertThat(prompts).extracting(Prompt::name).containsExactly("a", "b");
			assertImmutable(prompts::clear);
		}
	}

	@Test
	@Behaviour("C11")
	void promptsWhosePagesNeverEndAreAnError() {
		Script script = new Script().on("prompts/list", Script.result("{\"prompts\":[],\"nextCursor\":\"again\"}"));
		try (McpServer server = McpServer.builder(script.settings().build()).build()) {
			assertThatExceptionOfType(McpProtocolException.class).isThrownBy(server::listPrompts)
				.withMessageContaining("the pages of prompts/list never end");
		}
	}

	@Test
	@Behaviour("C12")
	void aListIsFetchedAgainOnceItIsOlderThanItsTimeToLive() {
		AtomicLong now = new AtomicLong(1000);
		ToolsCache cache = new ToolsCache(true, Duration.ofNanos(10), now::get);
		fetch(cache, "one");
		now.set(1009);
		assertThat(cache.isStale()).isFalse();
		assertThat(fetch(cache, "two").byName()).containsOnlyKeys("one");
		now.set(1010);
		assertThat(cache.isStale()).isTrue();
		assertThat(fetch(cache, "two").byName()).containsOnlyKeys("two");
		now.set(1019);
		assertThat(fetch(cache, "three").byName()).containsOnlyKeys("two");
	}

	@Test
	@Behaviour("C12")
	void theTimeToLiveCountsFromWhenTheServerWasAsked() {
		AtomicLong now = new AtomicLong();
		ToolsCache cache = new ToolsCache(true, Duration.ofNanos(10), now::get);
		cache.get(false, patience(), (begin) -> {
			begin.run();
			now.set(9);
			return list("one");
		});
		assertThat(cache.isStale()).isFalse();
		now.set(10);
		assertThat(cache.isStale()).isTrue();
	}

	@Test
	@Behaviour("C12")
	void withoutATimeToLiveAListDoesNotAge() {
		AtomicLong now = new AtomicLong();
		ToolsCache cache = new ToolsCache(true, Duration.ZERO, now::get);
		fetch(cache, "one");
		now.set(Long.MAX_VALUE);
		assertThat(fetch(cache, "two").byName()).containsOnlyKeys("one");
	}

	private McpServer judging(boolean cacheTools) {
		return McpServer.guard(this.fake,
				McpServerPolicy.builder()
					.cacheTools(cacheTools)
					.toolFilter((context, tool) -> !tool.name().equals("one"))
					.build());
	}

	@Test
	@Behaviour("C13")
	void aCallOfAToolThatWasNeverListedFetchesTheListOnce() {
		for (boolean cacheTools : new boolean[] { true, false }) {
			this.fake.listings.set(0);
			McpServer server = judging(cacheTools);
			server.callTool("two", null);
			server.callTool("two", null);
			assertThat(this.fake.listings).hasValue(1);
		}
	}

	@Test
	@Behaviour("C13")
	void aCallOfAToolThatNothingDependsOnFetchesNothing() {
		McpServer server = McpServer.guard(this.fake,
				McpServerPolicy.builder()
					.cacheTools(true)
					.toolFilter(ToolFilter.of(null, List.of("x")))
					.approval(ApprovalPolicy.perTool(Map.of("x", true), false))
					.build());
		server.callTool("two", null);
		assertThat(this.fake.listings).hasValue(0);
	}

	@Test
	@Behaviour("C13")
	void theAnnotationsThatRetriesDependOnAreFetchedFirst() {
		RetryPolicy once = new RetryPolicy(1, Duration.ZERO, Duration.ZERO, 0, false);
		McpServer server = McpServer.guard(this.fake, McpServerPolicy.builder().retry(once).build());
		server.callTool("two", null);
		assertThat(this.fake.listings).hasValue(1);
		RetryPolicy ambiguous = new RetryPolicy(1, Duration.ZERO, Duration.ZERO, 0, true);
		McpServer.guard(this.fake, McpServerPolicy.builder().retry(ambiguous).build()).callTool("two", null);
		assertThat(this.fake.listings).hasValue(1);
	}

	@Test
	@Behaviour("C13")
	void aListThatCannotBeFetchedKeepsNoCallBackThatCanDoWithoutIt() {
		RetryPolicy once = new RetryPolicy(1, Duration.ZERO, Duration.ZERO, 0, false);
		McpServer server = McpServer.guard(this.fake, McpServerPolicy.builder().retry(once).build());
		this.fake.tools(() -> {
			throw new McpProtocolException("fake", "error", -32603, null);
		});
		server.callTool("two", null);
		assertThat(this.fake.called()).containsExactly("two");
		assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> judging(true).callTool("two", null));
		assertThat(this.fake.called()).containsExactly("two");
	}

	@Test
	@Behaviour("C13")
	void aToolThatCameSinceTheCachedListIsFound() {
		McpServer server = judging(true);
		server.listTools();
		this.fake.tools(Definitions.tool("one"), Definitions.tool("three"));
		server.callTool("three", null);
		assertThat(this.fake.listings).hasValue(2);
	}

	@Test
	@Behaviour("C13")
	void aToolThatDoesNotExistIsLookedForOnce() {
		McpServer server = judging(true);
		for (int i = 0; i < 10; i++) {
			assertUnknown(server, "no-such-tool");
			assertUnknown(server, "nor-this");
		}
		assertThat(this.fake.listings).hasValue(2);
		assertThat(this.fake.calls).isEmpty();
		server.invalidateToolsCache();
		assertUnknown(server, "no-such-tool");
		assertUnknown(server, "no-such-tool");
		assertThat(this.fake.listings).hasValue(3);
	}

	@Test
	@Behaviour("C13")
	void inventingNamesCostsAHundredFetchesAtMost() {
		McpServer server = judging(true);
		server.listTools();
		for (int i = 0; i < 300; i++) {
			assertUnknown(server, "invented-" + i);
		}
		assertThat(this.fake.listings).hasValue(101);
		server.callTool("two", null);
		server.invalidateToolsCache();
		server.listTools();
		assertUnknown(server, "invented-0");
		assertThat(this.fake.listings).hasValue(103);
		this.fake.tools(Definitions.tool("invented-1"));
		server.callTool("invented-1", null);
	}

	@Test
	@Behaviour("C13")
	void withoutCachingAToolThatDoesNotExistIsLookedForEachTime() {
		McpServer server = judging(false);
		assertUnknown(server, "later");
		assertUnknown(server, "later");
		this.fake.tools(Definitions.tool("later"));
		server.callTool("later", null);
		assertThat(this.fake.listings).hasValue(3);
	}

	@Test
	@Behaviour("C13")
	void manyCallsOfAnUnknownToolShareOneFetch() {
		McpServer server = judging(true);
		server.listTools();
		Blocker blocker = new Blocker();
		this.fake.tools(() -> {
			blocker.block();
			return List.of(Definitions.tool("late"));
		});
		List<Running<?>> calls = new ArrayList<>();
		calls.add(Running.start(() -> server.callTool("late", null)));
		blocker.awaitEntered();
		for (int i = 0; i < 5; i++) {
			calls.add(Running.start(() -> server.callTool("late", null)).awaitWaiting());
		}
		blocker.release();
		calls.forEach(Running::result);
		assertThat(this.fake.listings).hasValue(2);
	}

	private static void assertUnknown(McpServer server, String tool) {
		assertThatExceptionOfType(McpToolNotAllowedException.class).isThrownBy(() -> server.callTool(tool, null))
			.withMessage("MCP server 'fake': the tool '" + tool
					+ "' is unknown, so that filter and approval cannot judge it");
	}

	@Test
	@Behaviour("C5")
	void ofTwoToolsOfTheSameNameTheFirstCountsAndOneWarningIsLogged() {
		try (LogOf logged = new LogOf("mcp.server.fake")) {
			Tool first = Definitions.readOnly("twice");
			this.fake.tools(first, Definitions.tool("other"), Definitions.tool("twice"), Definitions.tool("twice"));
			McpServer server = plain();
			assertThat(server.listTools()).containsExactly(first, Definitions.tool("other"));
			server.listTools();
			assertThat(logged.warnings())
				.containsExactly("The server lists the tool 'twice' twice; the first one counts");
		}
	}

}
