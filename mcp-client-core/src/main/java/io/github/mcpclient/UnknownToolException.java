package io.github.mcpclient;

/**
 * A model asks for a tool that no server has.
 */
final class UnknownToolException extends IllegalArgumentException {

	UnknownToolException(String name) {
		super("There is no tool named '%s'.".formatted(name));
	}

}
