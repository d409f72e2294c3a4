package io.github.mcpclient;

import java.util.function.Consumer;
import java.util.function.LongFunction;

import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;

/**
 * A request as both eras of the protocol know it.
 *
 * @param <T> the type of the result
 * @param method the JSON-RPC method
 * @param params makes the parameters, if there are any, given the id of the request
 * @param resultType the type of the result
 * @param progressToken the token under which the server reports progress, if that is
 * something else than the id
 * @param progressListener who wants to hear of progress
 */
record McpRequest<T>(String method, LongFunction<? extends @Nullable Object> params, Class<T> resultType,
		@Nullable Object progressToken, @Nullable Consumer<ProgressNotification> progressListener) {

	static <T> McpRequest<T> of(String method, @Nullable Object params, Class<T> resultType) {
		return new McpRequest<>(method, (id) -> params, resultType, null, null);
	}

}
