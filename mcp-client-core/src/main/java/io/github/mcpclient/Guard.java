package io.github.mcpclient;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

import org.slf4j.Logger;

/**
 * The parts that carry out the policy of one server, and what they have to know of its
 * connections.
 */
final class Guard implements ConnectionHooks {

	private final McpServerPolicy policy;

	private final Logger logger;

	private final CloseSignal signal;

	private final ToolsCache tools;

	private final Approvals approvals;

	private final ConcurrencyLimit limit;

	private final Retrier retrier;

	private final Set<String> patternsWarnedOf = new HashSet<>();

	Guard(String serverName, McpServerPolicy policy, ServerEvents events, Logger logger) {
		this.policy = policy;
		this.logger = logger;
		this.signal = new CloseSignal(serverName);
		this.tools = new ToolsCache(policy.cacheTools(), policy.toolsCacheTtl(), this.signal);
		this.approvals = new Approvals(serverName, policy, this.signal, events::approvalDecided, logger);
		this.limit = new ConcurrencyLimit(serverName, policy.maxConcurrentRequests(), this.signal);
		this.retrier = new Retrier(policy.retry(), this.signal::pause, () -> ThreadLocalRandom.current().nextDouble(),
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

	/**
	 * Warn, once each, of names in filter and approval that mean no tool: a misspelt one
	 * guards nothing.
	 */
	void warnOfPatternsWithoutTool(ToolList list, ToolFilter filter) {
		Set<String> patterns = new LinkedHashSet<>();
		if (filter instanceof NamedToolFilter named) {
			patterns.addAll(named.patterns());
		}
		if (this.policy.approval() instanceof NamedApprovalPolicy named) {
			patterns.addAll(named.patterns());
		}
		patterns.removeIf((pattern) -> list.byName().keySet().stream().anyMatch((name) -> matches(pattern, name)));
		for (String pattern : patterns) {
			if (firstWarningOf(pattern)) {
				this.logger.warn("'{}' in tool filter or approval matches none of the server's tools", pattern);
			}
		}
	}

	private static boolean matches(String pattern, String name) {
		return ToolNamePatterns.matches(pattern, name);
	}

	private synchronized boolean firstWarningOf(String pattern) {
		return this.patternsWarnedOf.add(pattern);
	}

}
