package io.github.mcpclient.boot.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.mcpclient.boot.health.McpClientHealthAutoConfiguration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThatException;

/**
 * An application with files, profiles and environment variables of its own.
 */
final class TestApplication {

	private final Path directory;

	private final Map<String, Object> variables = new HashMap<>();

	private final List<String> args = new ArrayList<>();

	private final List<Class<?>> sources = new ArrayList<>(List.of(Configured.class));

	private WebApplicationType type = WebApplicationType.NONE;

	private TestApplication(String yaml) {
		try {
			this.directory = Files.createTempDirectory("application");
			this.args.add("--spring.config.location=" + this.directory.toUri());
			write("application.yml", yaml);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static TestApplication yaml(String yaml) {
		return new TestApplication(yaml);
	}

	TestApplication profile(String yaml) {
		this.args.add("--spring.profiles.active=test");
		return write("application-test.yml", yaml);
	}

	TestApplication variable(String name, String value) {
		this.variables.put(name, value);
		return this;
	}

	TestApplication args(String... args) {
		this.args.addAll(List.of(args));
		return this;
	}

	TestApplication sources(Class<?>... sources) {
		this.sources.addAll(List.of(sources));
		return this;
	}

	TestApplication web() {
		this.type = WebApplicationType.SERVLET;
		return sources(Web.class);
	}

	ConfigurableApplicationContext run() {
		SpringApplication application = new SpringApplication(this.sources.toArray(Class<?>[]::new));
		application.setWebApplicationType(this.type);
		application.setLogStartupInfo(false);
		application.setRegisterShutdownHook(false);
		application.setEnvironment(new StandardEnvironment() {

			@Override
			public Map<String, Object> getSystemEnvironment() {
				return TestApplication.this.variables;
			}

		});
		return application.run(this.args.toArray(String[]::new));
	}

	/**
	 * Run the application, and expect that it does not start.
	 * @return what the user is told
	 */
	FailureAnalysis fail() {
		RecordingFailureAnalysisReporter.reset();
		assertThatException().isThrownBy(() -> run().close());
		return RecordingFailureAnalysisReporter.recorded();
	}

	private TestApplication write(String file, String text) {
		try {
			Files.writeString(this.directory.resolve(file), text);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ McpClientAutoConfiguration.class, McpClientHealthAutoConfiguration.class,
			SslAutoConfiguration.class })
	static class Configured {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TomcatServletWebServerAutoConfiguration.class })
	static class Web {

	}

}
