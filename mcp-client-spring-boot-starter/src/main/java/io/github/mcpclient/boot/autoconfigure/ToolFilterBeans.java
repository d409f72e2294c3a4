package io.github.mcpclient.boot.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.github.mcpclient.CallContext;
import io.github.mcpclient.ToolFilter;
import io.modelcontextprotocol.spec.McpSchema.Tool;

import org.springframework.util.function.SingletonSupplier;

/**
 * All filters of a server, the beans among them found when there is something to filter.
 * A tool has to pass each of them.
 */
class ToolFilterBeans implements ToolFilter {

	private final ToolFilter configured;

	private final SingletonSupplier<List<ToolFilter>> beans;

	ToolFilterBeans(ToolFilter configured, Supplier<List<ToolFilter>> beans) {
		this.configured = configured;
		this.beans = SingletonSupplier.of(beans);
	}

	@Override
	public boolean test(CallContext context, Tool tool) {
		return this.configured.test(context, tool)
				&& this.beans.obtain().stream().allMatch((filter) -> filter.test(context, tool));
	}

}
