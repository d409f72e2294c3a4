package io.github.mcpclient.transport;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLContext;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus.State;
import io.github.mcpclient.test.Behaviour;
import io.github.mcpclient.test.ScriptedHttpServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Which HTTP client serves which server, and what many servers cost (Q12).
 */
class HttpClientsTests extends AbstractHttpTests {

	private static final URI HTTP = URI.create("http://localhost/mcp");

	private static final URI HTTPS = URI.create("https://localhost/mcp");

	@Test
	void serversWithEqualSettingsShareAClient() throws Exception {
		HttpClient client = HttpClients.of(settings(HTTP).build());
		assertThat(HttpClients.of(HttpTransportSettings.sse(URI.create("http://other:8080/sse")).build()))
			.isSameAs(client);
		SSLContext tls = SSLContext.getDefault();
		HttpClient secure = HttpClients.of(settings(HTTPS).sslContext(tls).build());
		assertThat(HttpClients.of(settings(HTTPS).sslContext(tls).build())).isSameAs(secure);
	}

	@Test
	void serversThatDifferInTlsProxyOrConnectTimeoutHaveClientsOfTheirOwn() throws Exception {
		List<HttpClient> clients = List.of(HttpClients.of(settings(HTTP).build()),
				HttpClients.of(settings(HTTPS).build()),
				HttpClients.of(settings(HTTPS).sslContext(SSLContext.getDefault()).build()),
				HttpClients.of(settings(HTTP).connectTimeout(Duration.ofSeconds(1)).build()),
				HttpClients.of(settings(HTTP).proxy(InetSocketAddress.createUnresolved("proxy", 3128)).build()));
		assertThat(clients).doesNotHaveDuplicates();
	}

	@Test
	@Behaviour("A6")
	void customizerHasTheLastWordButOnRedirects() {
		HttpTransportSettings settings = settings(HTTP).connectTimeout(Duration.ofSeconds(1))
			.httpClientCustomizer((builder) -> builder.connectTimeout(Duration.ofSeconds(7))
				.followRedirects(HttpClient.Redirect.ALWAYS))
			.build();
		HttpClient client = HttpClients.of(settings);
		assertThat(client.connectTimeout()).hasValue(Duration.ofSeconds(7));
		assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NEVER);
		assertThat(HttpClients.of(settings)).isSameAs(client);
		assertThat(HttpClients.of(settings(HTTP).connectTimeout(Duration.ofSeconds(1)).build())).isNotSameAs(client);
	}

	@Test
	void proxyIsUsed() {
		InetSocketAddress proxy = new InetSocketAddress("127.0.0.1", this.server.port());
		McpServer server = client(URI.create("http://mcp.invalid/mcp?a=b"), (settings) -> settings.proxy(proxy));
		assertThat(call(server)).isEqualTo("ok");
		assertThat(this.server.requests()).extracting(ScriptedHttpServer.Request::target)
			.contains("http://mcp.invalid/mcp?a=b");
	}

	@Test
	@Behaviour("A6")
	void readyClientIsUsed() {
		HttpClient client = HttpClient.newHttpClient();
		McpServer server = client((settings) -> settings.httpClient(client));
		assertThat(call(server)).isEqualTo("ok");
		assertThat(HttpClients.of(settings(HTTP).httpClient(client).build())).isSameAs(client);
	}

	@Test
	void readyClientThatFollowsRedirectsIsRefused() {
		HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
		assertThatIllegalArgumentException().isThrownBy(() -> settings(HTTP).httpClient(client));
	}

	@Test
	void hundredServersOfWhichSomeAreDownOrSlowNeedNoMoreThreadsThanOne() {
		ScriptedHttpServer down = ScriptedHttpServer.start();
		down.close();
		ScriptedHttpServer slow = closeLater(ScriptedHttpServer.start());
		slow.on("initialize", (request, answer) -> answer.awaitClientGone());
		this.server.on("GET", (request, answer) -> {
			answer.stream();
			answer.awaitClientGone();
		});
		List<McpServer> up = started(50, this.server.url());
		started(30, down.url());
		started(20, slow.url());
		await().until(() -> up.stream().allMatch((server) -> server.status().state() == State.CONNECTED));
		up.forEach((server) -> assertThat(call(server)).isEqualTo("ok"));
		await().until(() -> this.server.requests("GET").size() == 50);
		// of the selectors, timers and pools; those of the servers in this JVM are not
		// ours
		await().untilAsserted(() -> assertThat(threadsOfHttp()).isLessThan(12));
	}

	private List<McpServer> started(int count, URI url) {
		List<McpServer> servers = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			McpServer server = client(url, (settings) -> {
			});
			server.start();
			servers.add(server);
		}
		return servers;
	}

	private static long threadsOfHttp() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("HttpClient-") || name.startsWith("mcp-client-http"))
			.count();
	}

	private static HttpTransportSettings.Builder settings(URI url) {
		return HttpTransportSettings.streamableHttp(url);
	}

}
