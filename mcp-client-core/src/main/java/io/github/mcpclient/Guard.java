package io.github.mcpclient;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import org.slf4j.Logger;

/**
 * The parts that carry out the policy of one server, and what they have to know of its
 * connections.
 */
final class Guard implements ConnectionHooks {

	/** Against a server that lists other tools each time. */
	private static final int MOST_WARNINGS = 1000;

	private final McpServerPolicy policy;

	private final Logger logger;

	private final CloseSignal signal;

	private final ToolsCache tools;

	private final Approvals approvals;

	private final ConcurrencyLimit limit;

	private final Retrier retrier;

	private final Set<String> warnedOf = ConcurrentHashMap.newKeySet();

	Guard(String serverName, McpServerPolicy policy, ServerEvents events, Logger logger) {
		this.policy = policy;
		this.logger = logger;
		this.signal = new CloseSignal(serverName);
		this.tools = new ToolsCache(policy.cacheTools(), policy.toolsCacheTtl(), System::nanoTime);
		this.approvals = new Approvals(serverName, policy, events::approvalDecided, logger);
		this.limit = new ConcurrencyLimit(policy.maxConcurrentRequests());
		this.retrier = new Retrier(policy.retry(), Patience::pause, () -> ThreadLocalRandom.current().nextDouble(),
				events, logger);
	}

	McpServerPolicy policy() {
		return this.policy;
	}

	Logger logger() {
		return this.logger;
	}

	CloseSignal signal() {
		return this.signal;
	}

	ToolsCache tools() {
		return this.tools;
	}

	Approvals approvals() {
		return this.approvals;
	}

	ConcurrencyLimit limit() {
		return this.limit;
	}

	Retrier retrier() {
		return this.retrier;
	}

	@Override
	public void opening() {
		this.signal.reopen();
	}

	@Override
	public void connectionOpened() {
		this.tools.outdate();
	}

	@Override
	public void connectionEnded() {
		this.approvals.forget();
	}

	@Override
	public void toolsChanged() {
		this.tools.outdate();
	}

	@Override
	public void closed() {
		this.signal.close();
		this.tools.closed();
		this.approvals.forget();
	}

	/**
	 * Make a list of what was fetched, and warn, once each, of tools of the same name and
	 * of names in filter and approval that mean no tool: a misspelt one guards nothing.
	 */
	ToolList toolList(List<Tool> fetched, ToolFilter filter) {
		ToolList list = ToolList.of(fetched, this::warnOfDuplicate);
		Set<String> names = list.byName().keySet();
		Set<String> patterns = new HashSet<>();
		if (filter instanceof NamedToolFilter named) {
			patterns.addAll(named.matchingNoneOf(names));
		}
		if (this.policy.approval() instanceof NamePolicy named) {
			patterns.addAll(named.matchingNoneOf(names));
		}
		patterns.forEach(this::warnOfPattern);
		return list;
	}

	private void warnOfPattern(String pattern) {
		if (isNew("pattern " + pattern)) {
			this.logger.warn("'{}' in tool filter or approval matches none of the server's tools", pattern);
		}
	}

	private void warnOfDuplicate(Tool tool) {
		if (isNew("tool " + tool.name())) {
			this.logger.warn("The server lists the tool '{}' twice; the first one counts", tool.name());
		}
	}

	private boolean isNew(String warning) {
		return this.warnedOf.size() < MOST_WARNINGS && this.warnedOf.add(warning);
	}

}
