package io.github.mcpclient.transport;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InheritEnvironmentTests {

	private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/bin", "Path", "C:\\", "HOME", "/home/me",
			"LANG", "C.UTF-8", "GITHUB_TOKEN", "secret", "AWS_SECRET_ACCESS_KEY", "secret", "PATH_TO_KEY", "secret",
			"SHELL", "() { :; }; evil");

	@Test
	void noneInheritsNothing() {
		assertThat(InheritEnvironment.NONE.from(ENVIRONMENT)).isEmpty();
	}

	@Test
	void safeInheritsWhatProgramsNeedWhateverItsCase() {
		assertThat(InheritEnvironment.SAFE.from(ENVIRONMENT)).containsOnlyKeys("PATH", "Path", "HOME", "LANG");
	}

	@Test
	void allInheritsEverything() {
		assertThat(InheritEnvironment.ALL.from(ENVIRONMENT)).containsExactlyInAnyOrderEntriesOf(ENVIRONMENT);
	}

}
