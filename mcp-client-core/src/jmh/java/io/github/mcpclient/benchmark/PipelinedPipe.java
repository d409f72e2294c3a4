package io.github.mcpclient.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The floor of stdio: callers write under one lock, one reader matches replies by id, and
 * nobody looks at the JSON.
 */
final class PipelinedPipe implements AutoCloseable {

	private final Process process;

	private final AtomicLong ids = new AtomicLong();

	private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();

	PipelinedPipe() throws IOException {
		this.process = new ProcessBuilder(StubProcess.command(StubStdioServer.class)).start();
		Thread reader = new Thread(this::read);
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader in = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.ISO_8859_1))) {
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				this.waiting.remove(StubReplies.id(line, line.indexOf("\"id\":") + 5)).complete(line);
			}
		}
		catch (IOException ex) {
			// the process is gone
		}
	}

	String call() throws Exception {
		String id = Long.toString(this.ids.incrementAndGet());
		CompletableFuture<String> reply = new CompletableFuture<>();
		this.waiting.put(id, reply);
		byte[] line = (Requests.call(id) + "\n").getBytes(StandardCharsets.ISO_8859_1);
		OutputStream out = this.process.getOutputStream();
		synchronized (out) {
			out.write(line);
			out.flush();
		}
		return reply.get();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
