package io.github.mcpclient.transport;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.mcpclient.McpTransport;
import io.github.mcpclient.McpTransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * A server that is a program: started as a child process and spoken to over its stdin and
 * stdout. Immutable; prints neither arguments nor environment values.
 *
 * @see <a href=
 * "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio">stdio
 * transport</a>
 */
public final class StdioTransportSettings implements McpTransportSettings {

	private final String command;

	private final List<String> args;

	private final Map<String, String> env;

	private final InheritEnvironment inheritEnv;

	private final @Nullable Path cwd;

	private final Charset encoding;

	private final EncodingErrors encodingErrors;

	private final int maxMessageSize;

	private final Duration exitGrace;

	private StdioTransportSettings(Builder builder) {
		this.command = builder.command;
		this.args = List.copyOf(builder.args);
		this.env = Map.copyOf(builder.env);
		this.inheritEnv = builder.inheritEnv;
		this.cwd = builder.cwd;
		this.encoding = builder.encoding;
		this.encodingErrors = builder.encodingErrors;
		this.maxMessageSize = builder.maxMessageSize;
		this.exitGrace = builder.exitGrace;
	}

	/**
	 * Start to describe a program.
	 * @param command the program, looked up in the {@code PATH} where it holds no
	 * directory
	 * @return a builder
	 */
	public static Builder command(String command) {
		return new Builder(command);
	}

	@Override
	public String kind() {
		return "stdio";
	}

	@Override
	public String target() {
		int directoryEnd = Math.max(this.command.lastIndexOf('/'), this.command.lastIndexOf('\\'));
		return this.command.substring(directoryEnd + 1);
	}

	@Override
	public McpTransport create(String serverName) {
		return new StdioTransport(serverName, this);
	}

	/**
	 * The program.
	 * @return as given
	 */
	public String command() {
		return this.command;
	}

	/**
	 * The program's arguments, which may hold secrets.
	 * @return an immutable list
	 */
	public List<String> args() {
		return this.args;
	}

	/**
	 * Environment variables of the program, which may hold secrets.
	 * @return an immutable map
	 */
	public Map<String, String> env() {
		return this.env;
	}

	/**
	 * Which of the application's own environment variables the program can see.
	 * @return {@link InheritEnvironment#SAFE} by default
	 */
	public InheritEnvironment inheritEnv() {
		return this.inheritEnv;
	}

	/**
	 * The directory in which the program runs.
	 * @return empty for the application's own
	 */
	public Optional<Path> cwd() {
		return Optional.ofNullable(this.cwd);
	}

	/**
	 * The encoding of stdin and stdout.
	 * @return by default UTF-8, whatever the platform's is
	 */
	public Charset encoding() {
		return this.encoding;
	}

	/**
	 * What to do with bytes that the encoding does not know.
	 * @return {@link EncodingErrors#STRICT} by default
	 */
	public EncodingErrors encodingErrors() {
		return this.encodingErrors;
	}

	/**
	 * How long a message may be.
	 * @return bytes, 16 MiB by default
	 */
	public int maxMessageSize() {
		return this.maxMessageSize;
	}

	/**
	 * How long the end of the JVM waits for the application to close the server, before
	 * it ends the program.
	 * @return zero by default
	 */
	public Duration exitGrace() {
		return this.exitGrace;
	}

	@Override
	public String toString() {
		return "StdioTransportSettings[command=%s, args=<%d>, env=%s, inheritEnv=%s, cwd=%s, encoding=%s]"
			.formatted(this.command, this.args.size(), this.env.keySet(), this.inheritEnv, this.cwd, this.encoding);
	}

	/**
	 * Builds {@link StdioTransportSettings}. Not thread-safe.
	 */
	public static final class Builder {

		private final String command;

		private List<String> args = List.of();

		private Map<String, String> env = new LinkedHashMap<>();

		private InheritEnvironment inheritEnv = InheritEnvironment.SAFE;

		private @Nullable Path cwd;

		private Charset encoding = StandardCharsets.UTF_8;

		private EncodingErrors encodingErrors = EncodingErrors.STRICT;

		private int maxMessageSize = 16 * 1024 * 1024;

		private Duration exitGrace = Duration.ZERO;

		private Builder(String command) {
			if (command.isBlank()) {
				throw new IllegalArgumentException("The command of a stdio server must not be blank");
			}
			this.command = command;
		}

		/**
		 * Set the arguments.
		 * @param args one string an argument, passed on as they are
		 * @return this builder
		 */
		public Builder args(String... args) {
			return args(List.of(args));
		}

		/**
		 * Set the arguments.
		 * @param args one string an argument, passed on as they are
		 * @return this builder
		 */
		public Builder args(List<String> args) {
			this.args = args;
			return this;
		}

		/**
		 * Set environment variables over those inherited.
		 * @param env values by name
		 * @return this builder
		 */
		public Builder env(Map<String, String> env) {
			this.env = env;
			return this;
		}

		/**
		 * Say which of the application's own environment variables the program can see.
		 * @param inheritEnv which of them
		 * @return this builder
		 */
		public Builder inheritEnv(InheritEnvironment inheritEnv) {
			this.inheritEnv = inheritEnv;
			return this;
		}

		/**
		 * Set the directory in which the program runs.
		 * @param cwd the directory; {@code null} for the application's own
		 * @return this builder
		 */
		public Builder cwd(@Nullable Path cwd) {
			this.cwd = cwd;
			return this;
		}

		/**
		 * Set the encoding of stdin and stdout.
		 * @param encoding an encoding that ends lines as ASCII does, which UTF-16 does
		 * not
		 * @return this builder
		 */
		public Builder encoding(Charset encoding) {
			if (!MessageEncoding.canEndLines(encoding)) {
				throw new IllegalArgumentException(
						"encoding must end lines as ASCII does, which %s does not".formatted(encoding));
			}
			this.encoding = encoding;
			return this;
		}

		/**
		 * Say what to do with bytes that the encoding does not know.
		 * @param encodingErrors what to do
		 * @return this builder
		 */
		public Builder encodingErrors(EncodingErrors encodingErrors) {
			this.encodingErrors = encodingErrors;
			return this;
		}

		/**
		 * Bound the length of a message. A longer one is skipped, and fails the request
		 * that it answers.
		 * @param maxMessageSize bytes, positive
		 * @return this builder
		 */
		public Builder maxMessageSize(int maxMessageSize) {
			if (maxMessageSize <= 0) {
				throw new IllegalArgumentException("maxMessageSize must be positive, not " + maxMessageSize);
			}
			this.maxMessageSize = maxMessageSize;
			return this;
		}

		/**
		 * Set how long the end of the JVM waits for the application to close the server,
		 * before it ends the program. For applications that close their servers in a
		 * shutdown hook: such hooks run side by side.
		 * @param exitGrace zero or more
		 * @return this builder
		 */
		public Builder exitGrace(Duration exitGrace) {
			if (exitGrace.isNegative()) {
				throw new IllegalArgumentException("exitGrace must not be negative, not " + exitGrace);
			}
			this.exitGrace = exitGrace;
			return this;
		}

		/**
		 * Build the settings.
		 * @return the settings
		 */
		public StdioTransportSettings build() {
			return new StdioTransportSettings(this);
		}

	}

}
