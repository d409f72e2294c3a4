package io.github.mcpclient.transport;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.Deadline;
import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link McpAuthProvider} gives, renewed once for all requests that are refused
 * at the same time. Shared by all connections of a server.
 */
final class Credentials {

	private final @Nullable McpAuthProvider provider;

	/** How many renewals there have been. */
	private volatile int generation;

	private @Nullable FutureTask<Boolean> renewal;

	Credentials(@Nullable McpAuthProvider provider) {
		this.provider = provider;
	}

	boolean canChange() {
		return this.provider != null;
	}

	int generation() {
		return this.generation;
	}

	PreparedRequest addTo(PreparedRequest request, String serverName) {
		if (this.provider == null) {
			return request;
		}
		try {
			Map<String, String> headers = this.provider.headers(serverName);
			headers.forEach(HttpFields::check);
			return request.with(headers);
		}
		catch (McpClientException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw new McpConnectionException(serverName,
					"the auth provider gave no usable headers (%s)".formatted(ex.getClass().getSimpleName()), ex);
		}
	}

	/**
	 * Renew the credentials, or wait for a renewal that is under way.
	 * @param refused the generation that was refused
	 * @return whether there are others now
	 * @throws McpAuthorizationException the refusal, if the provider throws
	 */
	boolean renew(int refused, McpAuthorizationException refusal, Deadline deadline)
			throws InterruptedException, TimeoutException {
		McpAuthProvider asked = this.provider;
		if (asked == null) {
			return false;
		}
		FutureTask<Boolean> task;
		boolean mine = false;
		synchronized (this) {
			if (this.generation != refused) {
				return true;
			}
			if (this.renewal == null) {
				this.renewal = new FutureTask<>(() -> asked.renew(refusal));
				mine = true;
			}
			task = this.renewal;
		}
		if (mine) {
			task.run();
			finished(task);
		}
		try {
			return task.get(Math.max(deadline.remainingNanos(), 1), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException ex) {
			refusal.addSuppressed(ex.getCause());
			throw refusal;
		}
	}

	private synchronized void finished(FutureTask<Boolean> task) {
		this.renewal = null;
		try {
			if (task.get()) {
				this.generation++;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			// told to all that wait for the task
		}
	}

}
