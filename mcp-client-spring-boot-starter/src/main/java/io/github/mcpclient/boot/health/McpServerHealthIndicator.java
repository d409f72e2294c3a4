package io.github.mcpclient.boot.health;

import io.github.mcpclient.McpServer;
import io.github.mcpclient.McpServerStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of one server, from what is known of it: asks nobody.
 */
class McpServerHealthIndicator implements HealthIndicator {

	private final McpServer server;

	private final boolean required;

	McpServerHealthIndicator(McpServer server, boolean required) {
		this.server = server;
		this.required = required;
	}

	@Override
	public Health health() {
		@Nullable McpServerStatus status = this.server.status();
		if (status == null) {
			return Health.unknown().build(); // a mock
		}
		Health.Builder health = Health.status(health(status.state()))
			.withDetail("state", status.state())
			.withDetail("since", status.since())
			.withDetail("transport", status.transport());
		this.server.info()
			.ifPresent((info) -> health.withDetail("server", info.name() + " " + info.version())
				.withDetail("protocolVersion", info.protocolVersion()));
		status.failure().ifPresent((failure) -> health.withDetail("failure", String.valueOf(failure.getMessage())));
		return health.build();
	}

	/**
	 * An optional server that is down does not take the application out of rotation.
	 */
	private Status health(McpServerStatus.State state) {
		return switch (state) {
			case CONNECTED -> Status.UP;
			case NEW, CONNECTING -> Status.UNKNOWN;
			case RECONNECTING, FAILED -> this.required ? Status.DOWN : Status.UNKNOWN;
			case CLOSED -> Status.OUT_OF_SERVICE;
		};
	}

}
