package io.github.mcpclient.boot.health;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;

/**
 * Health of all servers: a composite, whether there is one or many.
 */
class McpHealthContributor implements CompositeHealthContributor {

	private final Map<String, McpServerHealthIndicator> indicators;

	McpHealthContributor(Map<String, McpServerHealthIndicator> indicators) {
		this.indicators = indicators;
	}

	@Override
	public @Nullable HealthContributor getContributor(String name) {
		return this.indicators.get(name);
	}

	@Override
	public Stream<HealthContributors.Entry> stream() {
		return this.indicators.entrySet()
			.stream()
			.map((indicator) -> new HealthContributors.Entry(indicator.getKey(), indicator.getValue()));
	}

}
