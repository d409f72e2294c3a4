package io.github.mcpclient.test;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * What one logger logs, from now until closed, and to nowhere else.
 */
public final class LogOf extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final Logger logger;

	private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

	public LogOf(String logger) {
		this.logger = (Logger) LoggerFactory.getLogger(logger);
		this.logger.setLevel(Level.DEBUG);
		this.logger.setAdditive(false);
		this.logger.addAppender(this);
		start();
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.events.add(event);
	}

	public List<String> warnings() {
		return messages(Level.WARN);
	}

	/**
	 * Messages of every level.
	 */
	public List<String> messages() {
		return this.events.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	public List<String> debugMessages() {
		return messages(Level.DEBUG);
	}

	private List<String> messages(Level level) {
		return this.events.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

}
