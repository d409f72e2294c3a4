package io.github.mcpclient;

/**
 * Decides, usually by asking a person, whether a tool may be called. Called on a thread
 * of the library while the caller waits; may take its time up to the approval timeout,
 * after which its thread is interrupted. Whatever is not a clear yes is a no: an
 * exception, {@code null}, a timeout. Must be thread-safe.
 */
@FunctionalInterface
public interface ApprovalHandler {

	/**
	 * Decide about a call.
	 * @param request the call
	 * @return the decision
	 */
	Approval decide(ApprovalRequest request);

}
