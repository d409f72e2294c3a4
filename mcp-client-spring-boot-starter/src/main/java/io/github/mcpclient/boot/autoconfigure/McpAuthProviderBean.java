package io.github.mcpclient.boot.autoconfigure;

import java.util.Map;
import java.util.function.Supplier;

import io.github.mcpclient.McpAuthProvider;
import io.github.mcpclient.McpAuthorizationException;

/**
 * Who gives the credentials of a server, created when the first ones are needed.
 */
class McpAuthProviderBean implements McpAuthProvider {

	private final Supplier<McpAuthProvider> bean;

	McpAuthProviderBean(Supplier<McpAuthProvider> bean) {
		this.bean = bean;
	}

	@Override
	public Map<String, String> headers(String serverName) {
		return this.bean.get().headers(serverName);
	}

	@Override
	public boolean renew(McpAuthorizationException refusal) {
		return this.bean.get().renew(refusal);
	}

}
