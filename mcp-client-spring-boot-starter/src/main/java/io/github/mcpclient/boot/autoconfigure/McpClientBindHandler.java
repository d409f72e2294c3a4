package io.github.mcpclient.boot.autoconfigure;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Bindable.BindRestriction;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.springframework.util.ObjectUtils;

/**
 * Binds what is below {@code mcp.client}: gives each server the defaults, lets nothing
 * pass that would be lost or sent by mistake, and says what is wrong without the value.
 */
class McpClientBindHandler extends AbstractBindHandler {

	private final Environment environment;

	private final BindProblems problems;

	private final WholeProperties wholes;

	McpClientBindHandler(BindHandler parent, Environment environment) {
		super(parent);
		this.environment = environment;
		this.problems = new BindProblems(environment);
		this.wholes = new WholeProperties(environment);
	}

	@Override
	public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		Bindable<T> started = super.onStart(name, target, context);
		if (started == null || !isOurs(name)) {
			return started;
		}
		if (isServer(name, target)) {
			started = withDefaults(started, context);
		}
		Class<?> type = typeOf(target);
		if (WholeProperties.isWhole(type)) {
			this.wholes.check(name, type, context.getSources());
			return started;
		}
		return hasKeys(type) ? withoutValue(name, started, context) : started;
	}

	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		if (!isOurs(name)) {
			return super.onSuccess(name, target, context, result);
		}
		ConfigurationProperty property = context.getConfigurationProperty();
		boolean hasValue = property != null && property.getName().equals(name);
		if (property != null && hasValue) {
			checkValue(property, result);
		}
		boolean rebind = !hasValue && WholeProperties.isWhole(typeOf(target));
		return super.onSuccess(name, target, context,
				rebind ? this.wholes.bindWhole(name, target, context.getSources()) : result);
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		try {
			return super.onFailure(name, target, context, error);
		}
		catch (Exception ex) {
			throw isOurs(name) ? this.problems.explain(name, target, context.getConfigurationProperty(), ex) : ex;
		}
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		super.onFinish(name, target, context, result);
		Class<?> type = typeOf(target);
		if (result == null && isOurs(name) && WholeProperties.isWhole(type)) {
			this.wholes.checkNothingIsLost(name, type, context.getSources());
		}
		if (context.getDepth() == 0 && McpClientProperties.PREFIX.equals(name)) {
			McpClientProperties properties = (result instanceof McpClientProperties bound) ? bound
					: new McpClientProperties();
			new McpClientPropertiesValidator(new ConfiguredProperties(context.getSources())).validate(properties,
					DeclaredServers.of(this.environment).enabled());
		}
	}

	private static boolean isOurs(ConfigurationPropertyName name) {
		return McpClientProperties.PREFIX.equals(name) || McpClientProperties.PREFIX.isAncestorOf(name);
	}

	private static boolean isServer(ConfigurationPropertyName name, Bindable<?> target) {
		return McpClientProperties.SERVERS.isParentOf(name) && target.getType().resolve() == McpServerProperties.class;
	}

	private <T> Bindable<T> withDefaults(Bindable<T> target, BindContext context) {
		return target.withSuppliedValue(() -> {
			McpServerProperties server = new McpServerProperties();
			context.getBinder()
				.bind(McpClientProperties.DEFAULTS, Bindable.ofInstance(server),
						new McpClientBindHandler(BindHandler.DEFAULT, this.environment));
			@SuppressWarnings("unchecked") // isServer()
			T value = (T) server;
			return value;
		});
	}

	private static Class<?> typeOf(Bindable<?> target) {
		return target.getType().resolve(Object.class);
	}

	private static boolean hasKeys(Class<?> type) {
		return Map.class.isAssignableFrom(type)
				|| type.getPackage() == McpClientProperties.class.getPackage() && !type.isEnum();
	}

	/**
	 * The binder would forget either the value or the keys below it, if they come from
	 * two sources. An empty value, such as YAML gives a key with nothing below it, is
	 * none.
	 */
	private <T> Bindable<T> withoutValue(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		ConfigurationProperty property = new ConfiguredProperties(context.getSources()).find(name);
		if (property == null) {
			return target;
		}
		if (!ObjectUtils.isEmpty(property.getValue())) {
			throw new InvalidMcpClientConfigurationException(name, property.getOrigin(),
					"has a value, but should have keys below it", "Replace the value by 'key: value' pairs.");
		}
		// Otherwise it would count as an unknown property
		super.onSuccess(name, target, context, property.getValue());
		return target.withBindRestrictions(BindRestriction.NO_DIRECT_PROPERTY);
	}

	private void checkValue(ConfigurationProperty property, Object result) {
		if (hasPlaceholder(result) && !isDisabled(property.getName())) {
			this.problems.throwIfUnresolved(property);
		}
		this.wholes.checkToolName(property);
	}

	private static boolean hasPlaceholder(Object result) {
		if (result instanceof Collection<?> elements) {
			return elements.stream().anyMatch(McpClientBindHandler::hasPlaceholder);
		}
		return result.toString().contains("${");
	}

	/**
	 * A server may be disabled because a placeholder has no value.
	 */
	private boolean isDisabled(ConfigurationPropertyName name) {
		return DeclaredServers.of(this.environment)
			.disabled()
			.stream()
			.map(McpClientProperties.SERVERS::append)
			.anyMatch((server) -> server.isAncestorOf(name));
	}

}
