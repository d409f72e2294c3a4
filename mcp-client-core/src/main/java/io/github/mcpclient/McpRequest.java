package io.github.mcpclient;

import java.util.function.Consumer;

import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;

/**
 * A request as both eras of the protocol know it.
 *
 * @param <T> the type of the result
 * @param method the JSON-RPC method
 * @param params the parameters, if there are any
 * @param resultType the type of the result
 * @param progressToken under which token the server reports progress, if it may
 * @param progressListener who wants to hear of progress
 */
record McpRequest<T>(String method, @Nullable Object params, Class<T> resultType, @Nullable Object progressToken,
		@Nullable Consumer<ProgressNotification> progressListener) {

	static <T> McpRequest<T> of(String method, @Nullable Object params, Class<T> resultType) {
		return new McpRequest<>(method, params, resultType, null, null);
	}

}
