package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Asks several servers for their tools at once. The caller's thread asks one server after
 * the other, which is all there is to do where the answers are cached; where one has to
 * be waited for, more threads ask the rest. Used once.
 */
final class ToolListing {

	/** How long the caller is alone. */
	private static final Duration ALONE = Duration.ofMillis(1);

	private static final int MAX_HELPERS = 32;

	private final List<McpServer> servers;

	private final Function<McpServer, @Nullable List<Tool>> ask;

	/** Written by one thread each, and read when all are written. */
	private final @Nullable List<Tool>[] answers;

	private final AtomicInteger next = new AtomicInteger();

	private final CountDownLatch unanswered;

	private final List<Future<?>> helpers = new ArrayList<>();

	private boolean over;

	private volatile @Nullable Throwable failure;

	/**
	 * Create a listing.
	 * @param ask asks a server, and answers {@code null} where its tools are not to be
	 * had; what it throws ends the listing
	 */
	@SuppressWarnings("unchecked")
	ToolListing(List<McpServer> servers, Function<McpServer, @Nullable List<Tool>> ask) {
		this.servers = servers;
		this.ask = ask;
		this.answers = (List<Tool>[]) new List<?>[servers.size()];
		this.unanswered = new CountDownLatch(servers.size());
	}

	/**
	 * Ask all servers and wait for their answers.
	 * @return an answer per server
	 */
	List<@Nullable List<Tool>> answers() {
		Future<?> call = Threads.TIMER.schedule(this::callHelpers, ALONE.toNanos(), TimeUnit.NANOSECONDS);
		try {
			askNext();
			if (this.unanswered.getCount() > 0) {
				this.unanswered.await();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw interrupted();
		}
		finally {
			call.cancel(false);
			dismissHelpers();
		}
		if (this.failure instanceof Error error) {
			throw error;
		}
		if (this.failure instanceof RuntimeException exception) {
			throw exception;
		}
		return Arrays.asList(this.answers);
	}

	private McpInterruptedException interrupted() {
		int last = Math.min(this.next.get(), this.servers.size()) - 1;
		return new McpInterruptedException(this.servers.get(last).name(), McpSchema.METHOD_TOOLS_LIST, false);
	}

	private void askNext() {
		for (int i = this.next.getAndIncrement(); i < this.answers.length; i = this.next.getAndIncrement()) {
			try {
				this.answers[i] = this.ask.apply(this.servers.get(i));
				this.unanswered.countDown();
			}
			catch (RuntimeException | Error ex) {
				fail(ex);
			}
		}
	}

	private void fail(Throwable cause) {
		this.failure = cause;
		this.next.set(this.answers.length);
		while (this.unanswered.getCount() > 0) {
			this.unanswered.countDown();
		}
	}

	private synchronized void callHelpers() {
		int wanted = this.over ? 0 : Math.min(this.answers.length - this.next.get(), MAX_HELPERS);
		for (int i = 0; i < wanted; i++) {
			this.helpers.add(Threads.POOL.submit(this::askNext));
		}
	}

	private synchronized void dismissHelpers() {
		this.over = true;
		this.helpers.forEach((helper) -> helper.cancel(true));
	}

}
