package io.github.mcpclient.boot.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLHostConfigCertificate.Type;

/**
 * A real MCP server over streamable HTTP, in a Tomcat of its own.
 */
public final class HttpMcpServer implements AutoCloseable {

	static {
		// Once a JVM only, which tests with class loaders of their own exceed
		TomcatURLStreamHandlerFactory.disable();
	}

	private final Tomcat tomcat;

	private HttpMcpServer(int port, Consumer<Connector> customizer) {
		try {
			String directory = Files.createTempDirectory("tomcat").toString();
			this.tomcat = new Tomcat();
			this.tomcat.setBaseDir(directory);
			this.tomcat.setPort(port);
			this.tomcat.setSilent(true);
			Context context = this.tomcat.addContext("", directory);
			Tomcat.addServlet(context, "mcp", servlet()).setAsyncSupported(true);
			context.addServletMappingDecoded("/mcp", "mcp");
			customizer.accept(this.tomcat.getConnector());
			this.tomcat.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Start a server on a free port.
	 * @return the server
	 */
	public static HttpMcpServer start() {
		return start(0);
	}

	/**
	 * Start a server on a port.
	 * @param port the port
	 * @return the server
	 */
	public static HttpMcpServer start(int port) {
		return new HttpMcpServer(port, (connector) -> {
		});
	}

	/**
	 * Start a server that speaks HTTPS on a free port.
	 * @param keyStore a PKCS12 key store with the server's key
	 * @param password the password of the key store and the key
	 * @return the server
	 */
	public static HttpMcpServer startWithTls(Path keyStore, String password) {
		return new HttpMcpServer(0, (connector) -> {
			SSLHostConfig hostConfig = new SSLHostConfig();
			SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(hostConfig, Type.UNDEFINED);
			certificate.setCertificateKeystoreFile(keyStore.toString());
			certificate.setCertificateKeystorePassword(password);
			hostConfig.addCertificate(certificate);
			connector.addSslHostConfig(hostConfig);
			connector.setSecure(true);
			connector.setScheme("https");
			connector.setProperty("SSLEnabled", "true");
		});
	}

	/**
	 * The server as a servlet, for a web server of somebody else.
	 * @return a servlet that needs asynchronous support
	 */
	public static HttpServletStreamableServerTransportProvider servlet() {
		HttpServletStreamableServerTransportProvider servlet = HttpServletStreamableServerTransportProvider.builder()
			.jsonMapper(TestTools.MAPPER)
			.mcpEndpoint("/mcp")
			.contextExtractor((request) -> {
				Map<String, Object> headers = new HashMap<>();
				Collections.list(request.getHeaderNames())
					.forEach((name) -> headers.put(name.toLowerCase(), request.getHeader(name)));
				return McpTransportContext.create(headers);
			})
			.build();
		McpServer.SyncSpecification<?> server = McpServer.sync(servlet);
		TestTools.addTo(server);
		server.build();
		return servlet;
	}

	/**
	 * A port on which nobody listens, for a server to start later.
	 * @return a port that was free a moment ago
	 */
	public static int freePort() {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public int port() {
		return this.tomcat.getConnector().getLocalPort();
	}

	public String url() {
		return this.tomcat.getConnector().getScheme() + "://localhost:" + port() + "/mcp";
	}

	@Override
	public void close() {
		try {
			this.tomcat.stop();
			this.tomcat.destroy();
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
