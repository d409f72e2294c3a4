package io.github.mcpclient.boot.autoconfigure;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to know of the properties beyond what Spring Boot finds out:
 * the methods that read one word.
 */
class McpClientRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		for (Method method : ApprovalProperties.class.getDeclaredMethods()) {
			if (method.getName().equals("of")) {
				hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
			}
		}
	}

}
