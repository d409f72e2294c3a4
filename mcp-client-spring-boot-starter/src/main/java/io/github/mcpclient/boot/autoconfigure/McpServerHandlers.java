package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.ApprovalPolicy;
import io.github.mcpclient.FailureFunction;
import io.github.mcpclient.FormElicitationHandler;
import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.MetaResolver;
import io.github.mcpclient.NotificationHandler;
import io.github.mcpclient.RootsProvider;
import io.github.mcpclient.SamplingHandler;
import io.github.mcpclient.ToolFilter;
import io.github.mcpclient.UrlElicitationHandler;
import io.github.mcpclient.boot.McpServerStatusChangedEvent;
import io.modelcontextprotocol.spec.McpSchema.Root;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanCreationNotAllowedException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Gives a server the handlers and listeners that the application has for it.
 */
class McpServerHandlers {

	private static final Logger logger = LoggerFactory.getLogger(McpServerHandlers.class);

	private static final List<Class<?>> TYPES = List.of(SamplingHandler.class, FormElicitationHandler.class,
			UrlElicitationHandler.class, RootsProvider.class, NotificationHandler.class, McpServerListener.class,
			ApprovalHandler.class, ApprovalPolicy.class, ToolFilter.class, MetaResolver.class, FailureFunction.class,
			McpAuthProvider.class);

	private final HandlerBeans beans;

	private final ConfigurableApplicationContext context;

	McpServerHandlers(HandlerBeans beans, ConfigurableApplicationContext context) {
		this.beans = beans;
		this.context = context;
	}

	/**
	 * Say so if a handler is bound to a server that does not exist.
	 * @param servers the names of all servers
	 */
	void check(Set<String> servers) {
		this.beans.warnOfUnknownQualifiers(TYPES, servers);
	}

	/**
	 * Give a server its handlers and listeners.
	 * @param name the name of the server
	 * @param roots its roots according to the properties
	 * @param builder builds the server
	 */
	void apply(String name, List<String> roots, McpServer.Builder builder) {
		one(SamplingHandler.class, name, (bean) -> builder
			.samplingHandler((server, request) -> get(bean, SamplingHandler.class).createMessage(server, request)));
		one(FormElicitationHandler.class, name, (bean) -> builder.formElicitationHandler(
				(server, request) -> get(bean, FormElicitationHandler.class).elicit(server, request)));
		one(UrlElicitationHandler.class, name, (bean) -> builder.urlElicitationHandler(
				(server, request) -> get(bean, UrlElicitationHandler.class).elicit(server, request)));
		roots(name, roots, builder);
		builder.notificationHandler(new NotificationHandlerBeans(() -> all(NotificationHandler.class, name)));
		builder.listener(new McpServerListenerBeans(() -> all(McpServerListener.class, name)));
		builder.listener((server, status) -> publish(new McpServerStatusChangedEvent(server, status)));
	}

	private void publish(McpServerStatusChangedEvent event) {
		try {
			if (this.context.isActive()) {
				this.context.publishEvent(event);
			}
		}
		catch (BeanCreationNotAllowedException ex) {
			logger.debug("MCP server '{}': nobody hears of {} any more", event.serverName(), event.status().state());
		}
	}

	private void roots(String name, List<String> roots, McpServer.Builder builder) {
		String bean = this.beans.one(RootsProvider.class, name);
		if (bean != null) {
			builder.roots((server) -> get(bean, RootsProvider.class).roots(server));
			if (!roots.isEmpty()) {
				logger.warn("MCP server '{}' has its roots from bean '{}', not from the property 'roots'", name, bean);
			}
		}
		else if (!roots.isEmpty()) {
			List<Root> all = roots.stream().map((uri) -> Root.builder(uri).build()).toList();
			builder.roots((server) -> all);
		}
	}

	private void one(Class<?> type, String server, Consumer<String> action) {
		String bean = this.beans.one(type, server);
		if (bean != null) {
			action.accept(bean);
		}
	}

	/**
	 * None, if the first event comes when the context has destroyed its beans.
	 */
	private <T> List<T> all(Class<T> type, String server) {
		try {
			return this.beans.all(type, server);
		}
		catch (BeanCreationNotAllowedException ex) {
			return List.of();
		}
	}

	private <T> T get(String bean, Class<T> type) {
		return this.beans.get(bean, type);
	}

}
