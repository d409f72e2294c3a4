package io.github.mcpclient.boot.autoconfigure;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;

import io.github.mcpclient.McpServerListener;
import io.github.mcpclient.NotificationHandler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Whatever handlers and listeners can hear of reaches the beans.
 */
class ForwardingTests {

	@ParameterizedTest
	@MethodSource
	void everyMethodIsForwarded(Class<?> forwarding, Method method) {
		assertThatNoException()
			.isThrownBy(() -> forwarding.getDeclaredMethod(method.getName(), method.getParameterTypes()));
	}

	static Stream<Object[]> everyMethodIsForwarded() {
		return Stream.concat(methods(NotificationHandlerBeans.class, NotificationHandler.class),
				methods(McpServerListenerBeans.class, McpServerListener.class));
	}

	private static Stream<Object[]> methods(Class<?> forwarding, Class<?> type) {
		return Arrays.stream(type.getMethods()).map((method) -> new Object[] { forwarding, method });
	}

}
