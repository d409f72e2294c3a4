package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.Eventually;
import io.github.mcpclient.test.InMemoryServer;
import io.github.mcpclient.test.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(60)
class ManagerBehaviourTests {

	/** Never reached, but where a test is about reaching it. */
	private static final Duration LONG = Duration.ofSeconds(50);

	private static final Duration SHORT = Duration.ofMillis(50);

	private final List<String> events = new CopyOnWriteArrayList<>();

	private final InMemoryServer a = new InMemoryServer("a", this.events, "x");

	private final InMemoryServer b = new InMemoryServer("b", this.events, "x");

	private final InMemoryServer c = new InMemoryServer("c", this.events, "x");

	private McpServerManager manager(Consumer<McpServerManager.Builder> customizer) {
		McpServerManager.Builder builder = McpServerManager.builder(List.of(this.a, this.b, this.c))
			.connectTimeout(LONG)
			.closeTimeout(LONG);
		customizer.accept(builder);
		return builder.build();
	}

	private McpServerManager manager(boolean parallel, boolean strict) {
		return manager((builder) -> builder.parallel(parallel).strict(strict));
	}

	private static Runnable failing(Throwable failure) {
		return () -> ManagerBehaviourTests.<RuntimeException>sneak(failure);
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneak(Throwable failure) throws T {
		throw (T) failure;
	}

	private static void hang() {
		try {
			new CountDownLatch(1).await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new McpInterruptedException("hanging", "the connection", false);
		}
	}

	private static void awaitForcibly(CountDownLatch latch) {
		boolean done = false;
		while (!done) {
			try {
				latch.await();
				done = true;
			}
			catch (InterruptedException ex) {
				// As a server does that cannot be interrupted
			}
		}
	}

	@Test
	@Behaviour("H10")
	void serversAreConnectedInParallelEachOnce() {
		CyclicBarrier together = new CyclicBarrier(3);
		Runnable meet = () -> {
			try {
				together.await(30, TimeUnit.SECONDS);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		};
		List.of(this.a, this.b, this.c).forEach((server) -> server.onConnect(meet));
		McpServerManager manager = McpServerManager.of(List.of(this.a, this.b, this.c));
		manager.connectAll();
		manager.connectAll();
		assertThat(this.events).containsExactlyInAnyOrder("connect a", "connect b", "connect c");
		assertThat(manager.active()).containsOnlyKeys("a", "b", "c");
	}

	@Test
	@Behaviour("H10")
	void serversAreConnectedOneAfterTheOtherOnRequest() {
		AtomicInteger atOnce = new AtomicInteger();
		List.of(this.a, this.b, this.c).forEach((server) -> server.onConnect(() -> {
			assertThat(atOnce.incrementAndGet()).isOne();
			atOnce.decrementAndGet();
		}));
		McpServerManager manager = manager(false, false);
		manager.connectAll();
		assertThat(this.events).containsExactly("connect a", "connect b", "connect c");
		assertThat(manager.errors()).isEmpty();
	}

	@ParameterizedTest
	@Behaviour("H10")
	@ValueSource(booleans = { true, false })
	void aServerThatDoesNotConnectInTimeFailsAndIsInterrupted(boolean parallel) {
		this.b.onConnect(ManagerBehaviourTests::hang);
		McpServerManager manager = manager((builder) -> builder.parallel(parallel).connectTimeout(SHORT));
		// the others may be slow too
		manager.connectAll();
		assertThat(manager.errors().get("b")).isInstanceOf(McpTimeoutException.class)
			.hasMessageContaining("no answer to connecting within 50 ms");
		assertThat(manager.failed()).containsKey("b");
		this.b.onConnect(() -> {
		});
		Eventually.that(() -> {
			manager.reconnectFailed();
			assertThat(manager.active()).containsOnlyKeys("a", "b", "c");
		});
	}

	@Test
	@Behaviour("H10")
	void aServerThatConnectsTooLateIsClosed() {
		CountDownLatch late = new CountDownLatch(1);
		this.a.onConnect(() -> awaitForcibly(late));
		McpServerManager manager = manager((builder) -> builder.connectTimeout(SHORT));
		manager.connectAll();
		assertThat(manager.failed()).containsKey("a");
		assertThat(this.events).doesNotContain("close a");
		late.countDown();
		Eventually.that(() -> assertThat(this.a.status().state()).isEqualTo(State.CLOSED));
		assertThat(this.events.stream().filter("close a"::equals)).hasSize(1);
	}

	@Test
	@Behaviour("H10")
	void aServerThatDoesNotCloseInTimeKeepsNoOtherFromBeingClosed() {
		CountDownLatch closing = new CountDownLatch(1);
		this.b.onClose(() -> awaitForcibly(closing));
		McpServerManager manager = manager((builder) -> builder.closeTimeout(SHORT));
		manager.connectAll();
		manager.closeAll();
		Eventually.that(() -> assertThat(this.events).contains("close c", "close b", "close a"));
		assertThat(manager.errors().get("b")).isInstanceOf(McpTimeoutException.class);
		assertThat(manager.active()).isEmpty();
		closing.countDown();
	}

	@Test
	@Behaviour("H10")
	void theViewsAreCopies() {
		this.b.onConnect(failing(new McpConnectionException("b", "gone", null)));
		McpServerManager manager = manager(true, false);
		Map<String, McpServer> before = manager.active();
		assertThat(before).containsOnlyKeys("a", "b", "c");
		assertThat(manager.failed()).isEmpty();
		manager.connectAll();
		assertThat(before).containsOnlyKeys("a", "b", "c");
		assertThat(manager.servers()).containsOnlyKeys("a", "b", "c");
		assertThat(manager.active().keySet()).containsExactly("a", "c");
		List.of(manager.servers(), manager.active(), manager.failed(), manager.errors())
			.forEach((view) -> assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(view::clear));
	}

	@Test
	@Behaviour("H10")
	void negativeTimeoutsAndTwoServersOfOneNameAreRefused() {
		McpServerManager.Builder builder = McpServerManager.builder(List.of(this.a));
		Duration negative = Duration.ofSeconds(-1);
		assertThatIllegalArgumentException().isThrownBy(() -> builder.connectTimeout(negative))
			.withMessageContaining("connectTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> builder.closeTimeout(negative))
			.withMessageContaining("closeTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> McpServerManager.of(List.of(this.a, this.a)))
			.withMessageContaining("'a'");
	}

	@Test
	@Behaviour("H10")
	void connectingOnAThreadThatMustNotBlockIsRefused() {
		McpServerManager manager = manager(true, false);
		assertThatIllegalStateException()
			.isThrownBy(() -> Mono.fromRunnable(manager::connectAll).subscribeOn(Schedulers.parallel()).block())
			.withMessageContaining("must not");
		assertThat(this.events).isEmpty();
	}

	@ParameterizedTest
	@Behaviour("H17")
	@ValueSource(booleans = { true, false })
	void aFailureIsRecordedAndTheRestGoesOn(boolean parallel) {
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		this.a.onConnect(failing(failure));
		McpServerManager manager = manager(parallel, false);
		manager.connectAll();
		assertThat(manager.failed()).containsOnly(Map.entry("a", this.a));
		assertThat(manager.errors()).containsOnly(Map.entry("a", failure));
		assertThat(manager.active().keySet()).containsExactly("b", "c");
		assertThat(this.events).doesNotContain("close a", "close b", "close c");
	}

	@Test
	@Behaviour("H17")
	void failedServersStayActiveOnRequest() {
		this.a.onConnect(failing(new McpConnectionException("a", "gone", null)));
		McpServerManager manager = manager((builder) -> builder.dropFailed(false));
		manager.connectAll();
		assertThat(manager.active().keySet()).containsExactly("a", "b", "c");
		assertThat(manager.failed()).containsOnlyKeys("a");
	}

	@Test
	@Behaviour("H18")
	void strictlyOneAfterTheOtherTheFirstFailureClosesInReverseWhatWasOpened() {
		RuntimeException failure = new McpConnectionException("b", "gone", null);
		this.b.onConnect(failing(failure));
		McpServerManager manager = manager(false, true);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(manager::connectAll).isSameAs(failure);
		assertThat(this.events).containsExactly("connect a", "connect b", "close b", "close a");
		assertThat(manager.active().keySet()).containsExactly("c");
		assertThat(manager.failed()).containsOnlyKeys("b");
		assertThat(manager.errors()).containsOnly(Map.entry("b", failure));
	}

	@Test
	@Behaviour("H18")
	void strictlyInParallelAllAreWaitedForAndTheFirstFailureIsRaised() {
		RuntimeException first = new McpConnectionException("a", "gone", null);
		RuntimeException second = new McpConnectionException("c", "gone", null);
		CountDownLatch failed = new CountDownLatch(1);
		this.a.onConnect(failing(first));
		this.b.onConnect(() -> awaitForcibly(failed));
		this.c.onConnect(() -> {
			failed.countDown();
			throw second;
		});
		McpServerManager manager = manager(true, true);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(manager::connectAll)
			.isSameAs(first)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(second));
		assertThat(this.events.subList(3, 6)).containsExactly("close c", "close b", "close a");
		assertThat(manager.active()).isEmpty();
		assertThat(manager.failed()).containsOnlyKeys("a", "c");
	}

	@ParameterizedTest
	@Behaviour("H18")
	@ValueSource(booleans = { true, false })
	void strictlyServersThatWereConnectedEarlierStay(boolean parallel) {
		this.a.connect();
		this.events.clear();
		this.c.onConnect(failing(new McpConnectionException("c", "gone", null)));
		McpServerManager manager = manager(parallel, true);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(manager::connectAll);
		assertThat(this.events).doesNotContain("connect a", "close a").endsWith("close c", "close b");
		assertThat(manager.active()).containsOnlyKeys("a");
		assertThat(this.a.status().state()).isEqualTo(State.CONNECTED);
	}

	@Test
	@Behaviour("H18")
	void strictlyAFailureToCloseDoesNotReplaceTheFailureToConnect() {
		RuntimeException failure = new McpConnectionException("b", "gone", null);
		this.b.onConnect(failing(failure)).onClose(failing(new IllegalStateException("close failed")));
		McpServerManager manager = manager(false, true);
		assertThatExceptionOfType(McpConnectionException.class).isThrownBy(manager::connectAll).isSameAs(failure);
		assertThat(this.events).endsWith("close b", "close a");
		assertThat(manager.errors()).containsOnly(Map.entry("b", failure));
	}

	@ParameterizedTest
	@Behaviour("H19")
	@ValueSource(booleans = { true, false })
	void anErrorIsRecordedCleanedUpAndRaised(boolean parallel) {
		Error error = new NoClassDefFoundError("on purpose");
		this.b.onConnect(failing(error));
		McpServerManager manager = manager(parallel, false);
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(manager::connectAll).isSameAs(error);
		assertThat(manager.errors()).containsOnly(Map.entry("b", error));
		assertThat(manager.failed()).containsOnlyKeys("b");
		assertThat(this.events).endsWith("close b", "close a");
		assertThat(this.a.status().state()).isEqualTo(State.CLOSED);
	}

	@Test
	@Behaviour("H19")
	void anErrorIsRaisedRatherThanAnEarlierFailure() {
		Error error = new NoClassDefFoundError("on purpose");
		RuntimeException failure = new McpConnectionException("a", "gone", null);
		this.a.onConnect(failing(failure));
		this.b.onConnect(failing(error));
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(manager(true, true)::connectAll)
			.satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(failure));
	}

	@ParameterizedTest
	@Behaviour("H19")
	@ValueSource(booleans = { true, false })
	void anInterruptionAlwaysPropagatesAndEndsWhatIsBeingConnected(boolean strict) throws Exception {
		CountDownLatch connecting = new CountDownLatch(1);
		CountDownLatch freed = new CountDownLatch(1);
		this.b.onConnect(() -> {
			connecting.countDown();
			try {
				hang();
			}
			finally {
				freed.countDown();
			}
		});
		McpServerManager manager = manager(false, strict);
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Thread caller = new Thread(() -> {
			try {
				manager.connectAll();
				interrupted.complete(false);
			}
			catch (McpInterruptedException ex) {
				interrupted.complete(Thread.currentThread().isInterrupted());
			}
		});
		caller.start();
		connecting.await();
		caller.interrupt();
		assertThat(interrupted.get()).isTrue();
		freed.await();
		assertThat(manager.errors()).isEmpty();
		assertThat(manager.active()).containsOnlyKeys(strict ? new String[] { "c" } : new String[] { "a", "c" });
		assertThat(this.a.status().state()).isEqualTo(strict ? State.CLOSED : State.CONNECTED);
		assertThat(this.events).doesNotContain("connect c");
	}

	@Test
	@Behaviour("H19")
	void anInterruptionWithinAServerIsAFailureLikeAnyOther() {
		this.a.onConnect(failing(new McpInterruptedException("a", "the connection", false)));
		McpServerManager manager = manager(true, false);
		manager.connectAll();
		assertThat(manager.failed()).containsOnlyKeys("a");
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	@Behaviour("H20")
	void reconnectingTheFailedClosesThemFirstAndClearsThemOnSuccess() {
		this.a.onConnect(failing(new McpConnectionException("a", "gone", null)));
		this.c.onConnect(failing(new McpConnectionException("c", "gone", null)));
		McpServerManager manager = manager(false, false);
		manager.connectAll();
		this.events.clear();
		this.a.onConnect(() -> {
		});
		manager.reconnectFailed();
		assertThat(this.events).containsExactly("close c", "close a", "connect a", "connect c");
		assertThat(manager.active().keySet()).containsExactly("a", "b");
		assertThat(manager.failed()).containsOnlyKeys("c");
		assertThat(manager.errors()).containsOnlyKeys("c");
	}

	@Test
	@Behaviour("H20")
	void reconnectingAllClosesAllInReverseFirst() {
		McpServerManager manager = manager(false, false);
		manager.connectAll();
		this.events.clear();
		manager.reconnectAll();
		assertThat(this.events).containsExactly("close c", "close b", "close a", "connect a", "connect b", "connect c");
		assertThat(manager.active().keySet()).containsExactly("a", "b", "c");
	}

	@Test
	@Behaviour("H20")
	void closingGoesInReverseOverErrorsThenNothingIsActive() {
		Error error = new NoClassDefFoundError("on purpose");
		RuntimeException failure = new IllegalStateException("on purpose");
		this.b.onClose(failing(error));
		this.c.onClose(failing(failure));
		McpServerManager manager = manager(true, false);
		manager.connectAll();
		this.events.clear();
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(manager::closeAll).isSameAs(error);
		assertThat(this.events).containsExactly("close c", "close b", "close a");
		assertThat(manager.active()).isEmpty();
		assertThat(manager.failed()).isEmpty();
		assertThat(manager.errors()).containsOnly(Map.entry("b", error), Map.entry("c", failure));
	}

	@Test
	@Behaviour({ "B16", "H20" })
	void anInterruptedCloseClosesTheRestAndRestoresTheFlag() {
		McpServerManager manager = manager(true, false);
		manager.connectAll();
		this.events.clear();
		this.c.onClose(() -> {
		});
		Thread.currentThread().interrupt();
		manager.closeAll();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.events).containsExactly("close c", "close b", "close a");
		assertThat(manager.active()).isEmpty();
	}

	@Test
	@Behaviour("H20")
	void aServerWhoseCloseHasNotEndedIsNotConnectedAgain() {
		CountDownLatch closing = new CountDownLatch(1);
		this.b.onClose(() -> awaitForcibly(closing));
		McpServerManager manager = McpServerManager.builder(List.of(this.b)).closeTimeout(SHORT).build();
		manager.connectAll();
		this.events.clear();
		manager.reconnectAll();
		manager.reconnectFailed();
		manager.connectAll();
		assertThat(this.events).doesNotContain("connect b");
		assertThat(manager.active()).isEmpty();
		assertThat(manager.errors().get("b")).hasMessageContaining("close has not ended");
		this.b.onClose(() -> {
		});
		closing.countDown();
		Eventually.that(() -> {
			manager.reconnectFailed();
			assertThat(manager.active()).containsKey("b");
		});
		assertThat(manager.errors()).doesNotContainKey("b");
	}

	@Test
	@Behaviour("H20")
	void lifecycleCallsAreSerialised() throws Exception {
		List<String> running = new CopyOnWriteArrayList<>();
		AtomicInteger overlaps = new AtomicInteger();
		InMemoryServer only = new InMemoryServer("only");
		Runnable alone = () -> {
			running.add("one");
			if (running.size() > 1) {
				overlaps.incrementAndGet();
			}
			Thread.yield();
			running.remove(0);
		};
		only.onConnect(alone).onClose(alone);
		McpServerManager manager = McpServerManager.of(List.of(only));
		List<CompletableFuture<Void>> calls = new ArrayList<>();
		for (Runnable call : List.<Runnable>of(manager::connectAll, manager::reconnectAll, manager::closeAll,
				manager::reconnectFailed)) {
			for (int i = 0; i < 2; i++) {
				calls.add(CompletableFuture.runAsync(() -> {
					for (int j = 0; j < 50; j++) {
						call.run();
						assertThat(manager.errors()).isEmpty();
					}
				}));
			}
		}
		CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get();
		assertThat(overlaps).hasValue(0);
		manager.closeAll();
		assertThat(manager.active()).isEmpty();
		manager.connectAll();
		assertThat(manager.active()).containsOnlyKeys("only");
	}

	@Test
	@Behaviour("H20")
	void waitingForAnotherLifecycleCallCanBeInterrupted() throws Exception {
		CountDownLatch connecting = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		this.a.onConnect(() -> {
			connecting.countDown();
			awaitForcibly(proceed);
		});
		McpServerManager manager = manager(true, false);
		CompletableFuture<Void> first = CompletableFuture.runAsync(manager::connectAll);
		connecting.await();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(McpInterruptedException.class).isThrownBy(manager::reconnectAll);
		assertThat(Thread.interrupted()).isTrue();
		proceed.countDown();
		first.get();
		assertThat(this.events).containsExactlyInAnyOrder("connect a", "connect b", "connect c");
	}

	@Test
	@Behaviour({ "H10", "H17", "H20" })
	void realServersAreConnectedReconnectedAndClosed() {
		try (McpServer good = McpServer.builder(new Script().settings().build()).name("good").build();
				McpServer bad = McpServer.builder(new Script().onStart(Script.exit(3)).settings().build())
					.name("bad")
					.build()) {
			McpServerManager manager = McpServerManager.builder(List.of(bad, good)).connectTimeout(LONG).build();
			manager.connectAll();
			assertThat(manager.active()).containsOnlyKeys("good");
			assertThat(manager.errors().get("bad")).hasMessageContaining("exited with code 3");
			manager.reconnectAll();
			assertThat(good.status().connects()).isEqualTo(2);
			assertThat(manager.failed()).containsOnlyKeys("bad");
			manager.closeAll();
			assertThat(good.status().state()).isEqualTo(State.CLOSED);
			assertThat(manager.active()).isEmpty();
		}
	}

}
