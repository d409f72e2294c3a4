package io.github.mcpclient;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Collects what a list of tools needs.
 */
final class DefaultMcpToolsBuilder implements McpTools.Builder {

	private final List<McpServer> servers;

	private ToolNaming naming = ToolNaming.PREFIX;

	private Set<String> reserved = Set.of();

	private boolean strictSchemas;

	private @Nullable FailureFunction failureFunction;

	private boolean recordPayloads;

	DefaultMcpToolsBuilder(Collection<McpServer> servers) {
		this.servers = List.copyOf(servers);
	}

	@Override
	public McpTools.Builder naming(ToolNaming naming) {
		this.naming = Objects.requireNonNull(naming, "naming");
		return this;
	}

	@Override
	public McpTools.Builder reserved(Collection<String> names) {
		this.reserved = Set.copyOf(names);
		return this;
	}

	@Override
	public McpTools.Builder strictSchemas(boolean strictSchemas) {
		this.strictSchemas = strictSchemas;
		return this;
	}

	@Override
	public McpTools.Builder failureFunction(FailureFunction failureFunction) {
		this.failureFunction = Objects.requireNonNull(failureFunction, "failureFunction");
		return this;
	}

	@Override
	public McpTools.Builder recordPayloads(boolean recordPayloads) {
		this.recordPayloads = recordPayloads;
		return this;
	}

	@Override
	public McpTools build() {
		ToolCatalog catalog = new ToolCatalog(this.servers, this.naming, this.reserved,
				new McpToolFactory(this.strictSchemas));
		FailureFunction texts = (this.failureFunction != null) ? this.failureFunction
				: new FailureTexts(this.recordPayloads);
		return new DefaultMcpTools(this.servers, catalog, texts, this.recordPayloads);
	}

}
