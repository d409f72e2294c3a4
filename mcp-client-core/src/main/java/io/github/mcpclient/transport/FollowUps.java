package io.github.mcpclient.transport;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeoutException;

import io.github.mcpclient.McpAuthorizationException;
import io.github.mcpclient.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * What one request leads to where its answer is no success: the same request to another
 * path of the origin, or once more with other credentials. Bounded, so that nothing goes
 * round in circles.
 */
final class FollowUps {

	private static final int MAX_REDIRECTS = 5;

	private final HttpFailure failure;

	private final Credentials credentials;

	private final OutgoingMessage message;

	private int redirects;

	private boolean renewed;

	FollowUps(HttpFailure failure, Credentials credentials, OutgoingMessage message) {
		this.failure = failure;
		this.credentials = credentials;
		this.message = message;
	}

	/**
	 * The request to make now. May wait for credentials.
	 * @param generation of the credentials that were sent
	 * @return {@code null} if the answer stands
	 */
	@Nullable PreparedRequest after(PreparedRequest request, HttpResponse<HttpReply> response, int generation) {
		int status = response.statusCode();
		try {
			if (status == 307 || status == 308) {
				return redirected(request, Refusal.of(response));
			}
			boolean refused = (status == 401 || status == 403) && this.credentials.canChange() && !this.renewed;
			return (refused && renewed(Refusal.of(response), generation)) ? request : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw this.failure.interrupted(this.message);
		}
		catch (TimeoutException ex) {
			throw this.failure.expired(this.message);
		}
	}

	private PreparedRequest redirected(PreparedRequest request, Refusal redirect) {
		this.redirects++;
		if (this.redirects > MAX_REDIRECTS) {
			throw this.failure.redirect("redirects more than %d times".formatted(MAX_REDIRECTS), redirect.status());
		}
		URI target;
		try {
			target = Origin.resolve(request.uri(), redirect.headers().firstValue("Location").orElse(""));
		}
		catch (IllegalArgumentException ex) {
			throw this.failure.redirect("redirects to nowhere", redirect.status());
		}
		Origin origin = Origin.of(target);
		if (!origin.equals(Origin.of(request.uri()))) {
			throw this.failure.redirect("redirects to another origin, %s, which is not followed; ".formatted(origin)
					+ "if it is the right one, set the URL to it", redirect.status());
		}
		return request.to(target);
	}

	private boolean renewed(Refusal refusal, int generation) throws InterruptedException, TimeoutException {
		if (!refusal.asksForCredentials()) {
			return false;
		}
		this.renewed = true;
		McpAuthorizationException refused = (McpAuthorizationException) this.failure.of(refusal, this.message);
		return this.credentials.renew(generation, refused, this.message.deadline());
	}

}
