package io.github.mcpclient.boot.autoconfigure;

import java.util.List;

import io.github.mcpclient.ApprovalHandler;
import io.github.mcpclient.ApprovalPolicy;
import io.github.mcpclient.McpServerPolicy;
import io.github.mcpclient.MetaResolver;
import io.github.mcpclient.RetryPolicy;
import io.github.mcpclient.ToolFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/**
 * Says to the core what may be done with a server, and how, according to the properties
 * and the beans of the application.
 */
class McpServerPolicies {

	private static final Logger logger = LoggerFactory.getLogger(McpServerPolicies.class);

	private final HandlerBeans beans;

	private final Environment environment;

	McpServerPolicies(HandlerBeans beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	/**
	 * Say it of one server.
	 * @param name the name of the server
	 * @param properties its properties, validated
	 * @param policy takes what is said
	 * @throws InvalidMcpClientConfigurationException if properties and beans contradict
	 * each other
	 */
	void apply(String name, McpServerPolicyProperties properties, McpServerPolicy.Builder policy) {
		PropertyMapper map = PropertyMapper.get();
		map.from(properties::isCacheTools).to(policy::cacheTools);
		map.from(properties::getToolsCacheTtl).to(policy::toolsCacheTtl);
		map.from(properties::getRetry).as(McpServerPolicies::retry).to(policy::retry);
		map.from(properties::getMaxConcurrentRequests).to(policy::maxConcurrentRequests);
		map.from(properties::isUseStructuredContent).to(policy::useStructuredContent);
		map.from(properties::isValidateOutput).to(policy::validateOutput);
		policy.toolFilter(filter(name, properties));
		map.from(properties::getToolFilter).as(ToolFilterProperties::enforce).to(policy::enforceToolFilter);
		approval(name, properties, policy);
		String resolver = this.beans.one(MetaResolver.class, name);
		if (resolver != null) {
			policy.metaResolver((call) -> this.beans.get(resolver, MetaResolver.class).resolve(call));
		}
		map.from(this.beans.failureFunction(name)).to(policy::failureFunction);
	}

	private static RetryPolicy retry(RetryProperties retry) {
		return new RetryPolicy(retry.getMaxRetries(), retry.getBackoff(), retry.getMaxBackoff(), retry.getJitter(),
				retry.isAmbiguous());
	}

	/**
	 * What the properties and all beans let through.
	 */
	private ToolFilter filter(String name, McpServerPolicyProperties properties) {
		ToolFilterProperties names = properties.getToolFilter();
		ToolFilter configured = (names != null)
				? ToolFilter.of(names.allow(), (names.block() != null) ? names.block() : List.of()) : ToolFilter.all();
		return this.beans.hasAny(ToolFilter.class, name)
				? new ToolFilterBeans(configured, () -> this.beans.all(ToolFilter.class, name)) : configured;
	}

	private void approval(String name, McpServerPolicyProperties properties, McpServerPolicy.Builder policy) {
		ApprovalProperties configured = properties.getApproval();
		String bean = this.beans.one(ApprovalPolicy.class, name);
		boolean needed = false;
		if (configured != null && bean != null) {
			throw contradiction(name, bean);
		}
		if (configured != null) {
			needed = configured.isEverNeeded();
			policy
				.approval(ApprovalPolicy.named(configured.isNeededByOthers(), configured.always(), configured.never()));
			policy.approvalTimeout(configured.timeout());
		}
		if (bean != null) {
			needed = true;
			// Not later: the core has to see whether the policy needs a tool's definition
			policy.approval(this.beans.get(bean, ApprovalPolicy.class));
		}
		String handler = this.beans.one(ApprovalHandler.class, name);
		if (handler != null) {
			policy.approvalHandler((request) -> this.beans.get(handler, ApprovalHandler.class).decide(request));
		}
		else if (needed) {
			logger.warn("MCP server '{}': there is no ApprovalHandler bean, so calls that need approval are refused",
					name);
		}
	}

	private InvalidMcpClientConfigurationException contradiction(String server, String bean) {
		ConfiguredProperties properties = new ConfiguredProperties(ConfigurationPropertySources.get(this.environment));
		ConfigurationPropertyName property = properties.locate(McpClientProperties.SERVERS.append(server), "approval");
		return properties.problem(property,
				"is set for MCP server '%s', and so is the ApprovalPolicy bean '%s'".formatted(server, bean),
				"Remove one of them, or qualify the bean with the name of another server.");
	}

}
