package io.github.mcpclient.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.mcpclient.Approval;
import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.ApprovalRequest;

import org.springframework.stereotype.Component;

/**
 * Asks on the terminal whether a tool may be called, one question at a time. Without a
 * terminal there is nobody to say yes, so the answer is no.
 */
@Component
class TerminalApproval implements ApprovalHandler {

	private final boolean terminal;

	private final BufferedReader in;

	private final PrintStream out;

	private final Lock lock = new ReentrantLock();

	TerminalApproval() {
		this(System.console() != null, new InputStreamReader(System.in, Charset.defaultCharset()), System.out);
	}

	TerminalApproval(boolean terminal, Reader in, PrintStream out) {
		this.terminal = terminal;
		this.in = new BufferedReader(in);
		this.out = out;
	}

	@Override
	public Approval decide(ApprovalRequest request) {
		if (!this.terminal) {
			return Approval.deny("there is no terminal to ask on");
		}
		try {
			// Interrupted when the time is over: what has expired is not asked any more
			this.lock.lockInterruptibly();
			try {
				return ask(request);
			}
			finally {
				this.lock.unlock();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Approval.deny("nobody was asked in time");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Approval ask(ApprovalRequest request) throws IOException {
		// What was typed before the question is no answer to it
		while (this.in.ready()) {
			this.in.readLine();
		}
		this.out.printf("%nMay '%s' of MCP server '%s' be called with %s? [y/N] ", printable(request.tool().name()),
				request.serverName(), printable(request.arguments()));
		this.out.flush();
		String answer = this.in.readLine();
		boolean yes = answer != null && answer.strip().equalsIgnoreCase("y");
		return yes ? Approval.approve() : Approval.deny("the answer on the terminal was not yes");
	}

	/**
	 * Models choose the arguments, and might choose what changes the question on the
	 * screen.
	 */
	private static String printable(Object value) {
		return value.toString().replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
	}

}
