package io.github.mcpclient.boot.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which tools exist for the application. Immutable.
 *
 * @param allow Names or globs of the only tools to let through; an empty list lets none
 * through. All by default.
 * @param block Names or globs of tools to leave out all the same.
 * @param enforce Whether tools that are left out cannot be called either.
 */
public record ToolFilterProperties(@Nullable List<String> allow, @Nullable List<String> block,
		@DefaultValue("true") boolean enforce) {

	/**
	 * Whether anything is said of any tool.
	 */
	boolean saysAnything() {
		return this.allow != null || this.block != null;
	}

}
