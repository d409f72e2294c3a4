package io.github.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Connects and closes several servers, one lifecycle call at a time. Thread-safe.
 */
final class ServerLifecycle {

	private final Settings settings;

	private final List<ManagedServer> servers;

	private final ReentrantLock lock = new ReentrantLock(true);

	private final Set<String> failed = new HashSet<>();

	private final Map<String, Throwable> errors = new LinkedHashMap<>();

	/** Those that a lifecycle call closed or gave up. */
	private final Set<String> inactive = new HashSet<>();

	private volatile ServerViews views;

	ServerLifecycle(Collection<McpServer> servers, Settings settings) {
		this.servers = servers.stream().map(ManagedServer::new).toList();
		this.settings = settings;
		this.views = currentViews();
	}

	ServerViews views() {
		return this.views;
	}

	void connectAll() {
		lockedInterruptibly(() -> connect(this.servers));
	}

	void reconnectFailed() {
		lockedInterruptibly(() -> reconnect(select(this.failed)));
	}

	void reconnectAll() {
		lockedInterruptibly(() -> {
			this.failed.clear();
			this.errors.clear();
			reconnect(this.servers);
		});
	}

	void closeAll() {
		this.lock.lock();
		try {
			this.failed.clear();
			this.errors.clear();
			raise(close(this.servers));
		}
		finally {
			this.views = currentViews();
			this.lock.unlock();
		}
	}

	private void lockedInterruptibly(Runnable action) {
		if (this.servers.isEmpty()) {
			return;
		}
		Blocking.check("Connecting");
		try {
			this.lock.lockInterruptibly();
		}
		catch (InterruptedException ex) {
			throw interrupted(this.servers.get(0));
		}
		try {
			action.run();
		}
		finally {
			this.views = currentViews();
			this.lock.unlock();
		}
	}

	private List<ManagedServer> select(Set<String> names) {
		return this.servers.stream().filter((server) -> names.contains(server.name())).toList();
	}

	private void reconnect(List<ManagedServer> targets) {
		raise(close(targets));
		connect(targets);
	}

	private void connect(List<ManagedServer> targets) {
		List<ManagedServer> connecting = new ArrayList<>();
		targets.forEach((server) -> {
			if (server.isConnected()) {
				record(server, null);
			}
			else {
				connecting.add(server);
			}
		});
		if (this.settings.parallel()) {
			connecting.forEach((server) -> server.beginConnect(this.settings.connectTimeout()));
		}
		List<ManagedServer> attempted = new ArrayList<>();
		List<Throwable> failures = new ArrayList<>();
		for (ManagedServer server : connecting) {
			if (!this.settings.parallel()) {
				if (toRaise(failures) != null) {
					break;
				}
				server.beginConnect(this.settings.connectTimeout());
			}
			attempted.add(server);
			try {
				Throwable failure = server.awaitConnected();
				record(server, failure);
				if (failure != null) {
					failures.add(failure);
				}
			}
			catch (InterruptedException ex) {
				giveUp(this.settings.parallel() ? connecting : attempted);
				throw interrupted(server);
			}
		}
		Throwable raised = toRaise(failures);
		if (raised != null) {
			failures.forEach((other) -> suppress(other, raised));
			suppress(close(attempted), raised);
			raise(raised);
		}
	}

	private void record(ManagedServer server, @Nullable Throwable failure) {
		this.inactive.remove(server.name());
		if (failure == null) {
			this.failed.remove(server.name());
			this.errors.remove(server.name());
		}
		else {
			this.failed.add(server.name());
			this.errors.put(server.name(), failure);
		}
	}

	/**
	 * What the caller gets to see; an error always, anything else if strict.
	 */
	private @Nullable Throwable toRaise(List<Throwable> failures) {
		return failures.stream()
			.filter(Error.class::isInstance)
			.findFirst()
			.or(() -> failures.stream().filter((failure) -> this.settings.strict()).findFirst())
			.orElse(null);
	}

	private void giveUp(List<ManagedServer> attempted) {
		for (ManagedServer server : attempted) {
			if (server.abandonConnect()) {
				record(server, null);
			}
			else if (!this.failed.contains(server.name())) {
				this.inactive.add(server.name());
			}
		}
		if (this.settings.strict()) {
			close(attempted);
		}
		Thread.currentThread().interrupt();
	}

	/**
	 * Close servers in reverse.
	 * @return the first error, which is to be raised when all are closed
	 */
	private @Nullable Error close(List<ManagedServer> targets) {
		Error first = null;
		for (int i = targets.size() - 1; i >= 0; i--) {
			ManagedServer server = targets.get(i);
			Throwable failure = server.close(this.settings.closeTimeout());
			this.inactive.add(server.name());
			if (failure != null) {
				this.errors.putIfAbsent(server.name(), failure);
			}
			if (first == null && failure instanceof Error error) {
				first = error;
			}
		}
		return first;
	}

	private ServerViews currentViews() {
		Map<String, McpServer> active = new LinkedHashMap<>();
		Map<String, McpServer> failed = new LinkedHashMap<>();
		for (ManagedServer server : this.servers) {
			boolean hasFailed = this.failed.contains(server.name());
			if (hasFailed) {
				failed.put(server.name(), server.server());
			}
			if (!this.inactive.contains(server.name()) && !(hasFailed && this.settings.dropFailed())) {
				active.put(server.name(), server.server());
			}
		}
		return new ServerViews(Collections.unmodifiableMap(active), Collections.unmodifiableMap(failed),
				Collections.unmodifiableMap(new LinkedHashMap<>(this.errors)));
	}

	private static McpInterruptedException interrupted(ManagedServer server) {
		Thread.currentThread().interrupt();
		return new McpInterruptedException(server.name(), "the connection", false);
	}

	private static void suppress(@Nullable Throwable other, Throwable raised) {
		if (other != null && other != raised) {
			raised.addSuppressed(other);
		}
	}

	private static void raise(@Nullable Throwable failure) {
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure instanceof RuntimeException exception) {
			throw exception;
		}
		if (failure != null) {
			// From a language that throws what it does not declare
			throw new IllegalStateException(failure);
		}
	}

	/**
	 * How servers are connected and closed.
	 */
	record Settings(Duration connectTimeout, Duration closeTimeout, boolean parallel, boolean strict,
			boolean dropFailed) {
	}

}
