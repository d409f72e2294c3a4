package io.github.mcpclient.samples;

import io.github.mcpclient.McpApprovalException;
import io.github.mcpclient.McpClientException;
import io.github.mcpclient.McpInvalidArgumentsException;
import io.github.mcpclient.McpTimeoutException;
import io.github.mcpclient.McpToolNotAllowedException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers with an RFC 9457 problem where a server fails, or may not be called.
 */
@RestControllerAdvice
class McpProblems {

	@ExceptionHandler
	ProblemDetail failed(McpClientException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_GATEWAY, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail timedOut(McpTimeoutException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.GATEWAY_TIMEOUT, ex.getMessage());
	}

	@ExceptionHandler({ McpApprovalException.class, McpToolNotAllowedException.class })
	ProblemDetail refused(McpClientException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail invalidArguments(McpInvalidArgumentsException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
	}

}
