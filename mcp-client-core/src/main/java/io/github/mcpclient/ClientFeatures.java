package io.github.mcpclient;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ListRootsResult;
import org.jspecify.annotations.Nullable;

/**
 * What the application offers to a server: who it is, and how it answers the server's
 * requests and hears its notifications. That the tools changed is known at once, whatever
 * the handlers are busy with.
 */
record ClientFeatures(Implementation clientInfo, @Nullable SamplingHandler sampling,
		@Nullable FormElicitationHandler formElicitation, @Nullable UrlElicitationHandler urlElicitation,
		@Nullable RootsProvider roots, List<NotificationHandler> notificationHandlers, Runnable toolsChanged) {

	private static final String URL_MODE = "url";

	ClientCapabilities capabilities() {
		ClientCapabilities.Builder capabilities = ClientCapabilities.builder();
		if (this.sampling != null) {
			capabilities.sampling();
		}
		if (this.formElicitation != null || this.urlElicitation != null) {
			capabilities.elicitation(this.formElicitation != null, this.urlElicitation != null);
		}
		if (this.roots != null) {
			capabilities.roots(false);
		}
		return capabilities.build();
	}

	/**
	 * Answer a request of a server.
	 * @param params reads the parameters as a given type
	 * @return the result, or {@code null} if there is nobody to answer
	 */
	@Nullable Object answer(String serverName, String method, Function<Class<?>, @Nullable Object> params) {
		return switch (method) {
			case McpSchema.METHOD_PING -> Map.of();
			case McpSchema.METHOD_ROOTS_LIST ->
				(this.roots != null) ? new ListRootsResult(this.roots.roots(serverName)) : null;
			case McpSchema.METHOD_SAMPLING_CREATE_MESSAGE -> (this.sampling != null)
					? this.sampling.createMessage(serverName, read(params, CreateMessageRequest.class)) : null;
			case McpSchema.METHOD_ELICITATION_CREATE -> elicit(serverName, params);
			default -> null;
		};
	}

	private @Nullable Object elicit(String serverName, Function<Class<?>, @Nullable Object> params) {
		ElicitationMode mode = read(params, ElicitationMode.class);
		if (URL_MODE.equals(mode.mode())) {
			return (this.urlElicitation != null)
					? this.urlElicitation.elicit(serverName, read(params, ElicitUrlRequest.class)) : null;
		}
		return (this.formElicitation != null)
				? this.formElicitation.elicit(serverName, read(params, ElicitFormRequest.class)) : null;
	}

	private static <T> T read(Function<Class<?>, @Nullable Object> params, Class<T> type) {
		Object value = params.apply(type);
		if (value == null) {
			throw new IllegalArgumentException("no parameters");
		}
		return type.cast(value);
	}

	record ElicitationMode(@Nullable String mode) {
	}

}
