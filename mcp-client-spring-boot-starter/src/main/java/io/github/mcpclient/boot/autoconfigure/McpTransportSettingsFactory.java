package io.github.mcpclient.boot.autoconfigure;

import java.time.Duration;

import javax.net.ssl.SSLContext;

import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpTransportSettings;
import io.github.mcpclient.boot.autoconfigure.McpClientProperties.Transport;
import io.github.mcpclient.transport.HttpTransportSettings;
import io.github.mcpclient.transport.StdioTransportSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Describes to the core how a server of the configuration is reached.
 */
class McpTransportSettingsFactory {

	/**
	 * The context closes its servers in a shutdown hook of its own, once nothing uses
	 * them any more: after a phase of graceful shutdown, 30 seconds unless configured.
	 */
	private static final Duration EXIT_GRACE = Duration.ofSeconds(40);

	private final ObjectProvider<SslBundles> sslBundles;

	private final HandlerBeans beans;

	private final Environment environment;

	McpTransportSettingsFactory(ObjectProvider<SslBundles> sslBundles, HandlerBeans beans, Environment environment) {
		this.sslBundles = sslBundles;
		this.beans = beans;
		this.environment = environment;
	}

	/**
	 * Describe a server.
	 * @param name the name of the server
	 * @param properties the properties of the server, validated
	 * @return its transport
	 * @throws InvalidMcpClientConfigurationException if there is no such SSL bundle
	 */
	McpTransportSettings create(String name, McpServerProperties properties) {
		String command = properties.getCommand();
		String url = properties.getUrl();
		if (url != null && StringUtils.hasText(url)) {
			return http(name, url, properties);
		}
		return stdio((command != null) ? command : "", properties);
	}

	private McpTransportSettings stdio(String command, McpServerProperties properties) {
		StdioTransportSettings.Builder builder = StdioTransportSettings.command(command)
			.args(properties.getArgs())
			.env(properties.getEnv())
			.inheritEnv(properties.getInheritEnv())
			.encoding(properties.getEncoding())
			.encodingErrors(properties.getEncodingErrors())
			.exitGrace(EXIT_GRACE)
			.maxMessageSize(Math.toIntExact(properties.getMaxResponseSize().toBytes()));
		PropertyMapper map = PropertyMapper.get();
		map.from(properties::getCwd).as((directory) -> directory.toPath()).to(builder::cwd);
		return builder.build();
	}

	private McpTransportSettings http(String name, String url, McpServerProperties properties) {
		HttpTransportSettings.Builder builder = (properties.getTransport() == Transport.SSE)
				? HttpTransportSettings.sse(HttpValues.url(url))
				: HttpTransportSettings.streamableHttp(HttpValues.url(url));
		PropertyMapper map = PropertyMapper.get();
		map.from(properties::getHeaders).to(builder::headers);
		map.from(properties::getConnectTimeout).to(builder::connectTimeout);
		map.from(properties::getReadTimeout).to(builder::readTimeout);
		map.from(properties::getMaxResponseSize)
			.as(DataSize::toBytes)
			.as(Math::toIntExact)
			.to(builder::maxResponseSize);
		map.from(properties::isTerminateOnClose).to(builder::terminateOnClose);
		map.from(properties::isIgnoreInitializedNotificationFailure).to(builder::ignoreInitializedNotificationFailure);
		map.from(this.beans.one(McpAuthProvider.class, name))
			.as((bean) -> new McpAuthProviderBean(() -> this.beans.get(bean, McpAuthProvider.class)))
			.to(builder::auth);
		map.from(properties::getSslBundle)
			.whenHasText()
			.as((bundle) -> sslContext(name, bundle))
			.to(builder::sslContext);
		map.from(properties::getProxy).whenHasText().as(HttpValues::proxy).to(builder::proxy);
		return builder.build();
	}

	private SSLContext sslContext(String server, String bundle) {
		try {
			return this.sslBundles.getObject().getBundle(bundle).createSslContext();
		}
		catch (NoSuchSslBundleException ex) {
			ConfigurationPropertyName property = McpClientProperties.SERVERS.append(server).append("ssl-bundle");
			throw new InvalidMcpClientConfigurationException(property,
					new ConfiguredProperties(ConfigurationPropertySources.get(this.environment)).origin(property),
					"names the SSL bundle '%s', which does not exist".formatted(bundle),
					"Define the bundle below 'spring.ssl.bundle', or correct its name.");
		}
	}

}
