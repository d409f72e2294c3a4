package io.github.mcpclient.transport;

import java.nio.charset.CodingErrorAction;

/**
 * What to do with bytes of a server that its encoding does not know.
 */
public enum EncodingErrors {

	/** Refuse the message that holds them. */
	STRICT(CodingErrorAction.REPORT),

	/** Leave them out. */
	IGNORE(CodingErrorAction.IGNORE),

	/** Put the replacement character in their place. */
	REPLACE(CodingErrorAction.REPLACE);

	private final CodingErrorAction action;

	EncodingErrors(CodingErrorAction action) {
		this.action = action;
	}

	CodingErrorAction action() {
		return this.action;
	}

}
