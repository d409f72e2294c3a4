package io.github.mcpclient.transport;

import java.io.IOException;

/**
 * What the server answers cannot be taken: too large, or in an unknown encoding. The
 * message continues "the server sent …".
 */
final class UnreadableAnswerException extends IOException {

	UnreadableAnswerException(String message) {
		super(message);
	}

}
