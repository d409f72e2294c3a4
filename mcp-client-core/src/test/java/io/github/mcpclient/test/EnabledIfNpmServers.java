package io.github.mcpclient.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips the tests of a class where the servers from npm are not installed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(EnabledIfNpmServers.Condition.class)
public @interface EnabledIfNpmServers {

	/**
	 * Looks for the installed servers.
	 */
	class Condition implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			return NpmServer.installed() ? ConditionEvaluationResult.enabled("The servers from npm are installed")
					: ConditionEvaluationResult
						.disabled("The servers from npm are not installed: npm ci --prefix .ci/npm");
		}

	}

}
