package io.github.mcpclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.Servlet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.http.fileupload.FileUtils;

/**
 * A Tomcat with one servlet, on loopback only.
 */
public final class TomcatServer implements AutoCloseable {

	private final Tomcat tomcat = new Tomcat();

	private final Path directory;

	public TomcatServer(Servlet servlet) {
		this(servlet, 0);
	}

	public TomcatServer(Servlet servlet, int port) {
		try {
			this.directory = Files.createTempDirectory("tomcat");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.tomcat.setBaseDir(this.directory.toString());
		this.tomcat.setPort(port);
		this.tomcat.getConnector().setProperty("address", "127.0.0.1");
		Context context = this.tomcat.addContext("", null);
		Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
		context.addServletMappingDecoded("/*", "mcp");
		try {
			this.tomcat.start();
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public int port() {
		return this.tomcat.getConnector().getLocalPort();
	}

	public URI url(String path) {
		return URI.create("http://127.0.0.1:" + port() + path);
	}

	@Override
	public void close() {
		try {
			this.tomcat.stop();
			this.tomcat.destroy();
			FileUtils.deleteDirectory(this.directory.toFile());
		}
		catch (LifecycleException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
