package io.github.mcpclient.samples;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import org.jspecify.annotations.Nullable;

/**
 * A server as the JSON API shows it.
 *
 * @param name the name in {@code application.yml}
 * @param transport how it is spoken to
 * @param state the state of the connection
 * @param since when that state was entered
 * @param failure why the server is not connected
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ServerView(String name, String transport, McpServerStatus.State state, Instant since, @Nullable String failure) {

	static ServerView of(McpServer server) {
		McpServerStatus status = server.status();
		return new ServerView(server.name(), status.transport(), status.state(), status.since(),
				status.failure().map(McpClientException::getMessage).orElse(null));
	}

}
