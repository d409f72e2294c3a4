package io.github.mcpclient.transport;

import java.util.Map;

import io.github.mcpclient.McpConnectionException;
import io.github.mcpclient.McpServer;
import io.github.mcpclient.ReconnectPolicy;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Servers that send the client elsewhere (Q10).
 */
class HttpRedirectTests extends AbstractHttpTests {

	private McpServer clientWithCredentials() {
		return client(this.server.url(), (settings) -> settings.headers(Map.of("Authorization", "Bearer secret")),
				(builder) -> builder.reconnect(ReconnectPolicy.never()));
	}

	private void redirect(int status, String location) {
		for (String what : new String[] { "initialize", "notifications/initialized", "tools/call", "GET", "DELETE" }) {
			ScriptedHttpServer.Script behaved = this.server.script(what);
			this.server.on(what, (request, answer) -> {
				if (request.target().equals("/mcp")) {
					answer.status(status, "", "Location: " + location);
				}
				else {
					behaved.answer(request, answer);
				}
			});
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 307, 308 })
	@Behaviour("A16")
	void redirectWithinTheOriginIsFollowed(int status) {
		redirect(status, "/elsewhere?a=b");
		McpServer client = clientWithCredentials();
		assertThat(call(client)).isEqualTo("ok");
		client.close();
		assertThat(this.server.requests()).filteredOn((request) -> request.target().equals("/elsewhere?a=b"))
			.extracting(ScriptedHttpServer.Request::method)
			.contains("POST", "DELETE");
		assertThat(this.server.requests("tools/call")).extracting(ScriptedHttpServer.Request::body)
			.allMatch((body) -> body.contains("echo"));
	}

	@Test
	void redirectWithinTheOriginMayBeAbsolute() {
		redirect(307, this.server.url("/mcp/").toString());
		assertThat(call(clientWithCredentials())).isEqualTo("ok");
	}

	@ParameterizedTest
	@ValueSource(ints = { 307, 308 })
	@Behaviour("A16")
	void redirectToAnotherOriginIsNotFollowed(int status) {
		ScriptedHttpServer other = closeLater(ScriptedHttpServer.start());
		redirect(status, other.url().toString());
		McpServer client = clientWithCredentials();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("redirects to another origin, http://127.0.0.1:" + other.port());
		assertThat(failure.httpStatus()).hasValue(status);
		assertThat(failure.outcomeUnknown()).isFalse();
		assertThat(other.connections()).isZero();
	}

	@Test
	void redirectToAnotherSchemeIsNotFollowed() {
		redirect(307, "https://127.0.0.1:" + this.server.port() + "/mcp");
		McpServer client = clientWithCredentials();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("another origin, https://127.0.0.1:" + this.server.port());
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 302, 303 })
	void redirectThatTurnsAPostIntoAGetIsNotFollowed(int status) {
		redirect(status, "/elsewhere");
		McpServer client = clientWithCredentials();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("HTTP status " + status + " (a redirect, which is not followed)");
		assertThat(this.server.requests()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "::::", "mailto:me@example.com", "http://" })
	void redirectToNowhereIsAFailure(String location) {
		redirect(307, location);
		McpServer client = clientWithCredentials();
		assertThat(catchThrowableOfType(McpConnectionException.class, client::connect)).isNotNull();
	}

	@Test
	void circleOfRedirectsEnds() {
		this.server.on("initialize", (request, answer) -> answer.status(307, "", "Location: /mcp"));
		McpServer client = clientWithCredentials();
		McpConnectionException failure = catchThrowableOfType(McpConnectionException.class, client::connect);
		assertThat(failure).hasMessageContaining("redirects more than 5 times");
		assertThat(this.server.requests()).hasSize(6);
	}

}
