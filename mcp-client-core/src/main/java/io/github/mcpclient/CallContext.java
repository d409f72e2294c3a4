package io.github.mcpclient;

import java.security.Principal;
import java.util.Map;
import java.util.Optional;

/**
 * On whose behalf, and in which situation, an operation runs. Handed to filters, approval
 * and meta resolvers; never sent to the server. Immutable.
 *
 * @param serverName the server that the operation is for; empty until a server is asked
 * @param principal the user, if there is one
 * @param attributes whatever else the application wants its policies to see
 */
public record CallContext(String serverName, Optional<Principal> principal, Map<String, Object> attributes) {

	private static final CallContext EMPTY = new CallContext("", Optional.empty(), Map.of());

	public CallContext {
		attributes = Map.copyOf(attributes);
	}

	/**
	 * The context of an operation about which nothing is known.
	 * @return a context without principal and attributes
	 */
	public static CallContext empty() {
		return EMPTY;
	}

	/**
	 * The context of an operation on behalf of a user.
	 * @param principal the user
	 * @return a context without attributes
	 */
	public static CallContext of(Principal principal) {
		return new CallContext("", Optional.of(principal), Map.of());
	}

	/**
	 * The same context with attributes.
	 * @param attributes the attributes, in place of those there are
	 * @return a context with the same principal
	 */
	public CallContext withAttributes(Map<String, Object> attributes) {
		return new CallContext(this.serverName, this.principal, attributes);
	}

	CallContext forServer(String serverName) {
		return new CallContext(serverName, this.principal, this.attributes);
	}

}
