package io.github.mcpclient.test;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is logged about a server, at every level.
 */
public final class Logged extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	private final Logger logger;

	public Logged(String serverName) {
		this.logger = (Logger) LoggerFactory.getLogger("mcp.server." + serverName);
		this.logger.setLevel(Level.DEBUG);
		this.logger.addAppender(this);
		start();
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.events.add(event);
	}

	public List<String> warnings() {
		return this.events.stream()
			.filter((event) -> event.getLevel() == Level.WARN)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	public List<String> messages() {
		return this.events.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
		this.logger.setLevel(null);
	}

}
