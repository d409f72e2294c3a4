package io.github.mcpclient.benchmark;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The stub server over stdin and stdout.
 */
final class StubStdioServer {

	private StubStdioServer() {
	}

	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
		try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 * 1024)) {
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				byte[] message = line.getBytes(StandardCharsets.ISO_8859_1);
				byte[] reply = StubReplies.to(message, message.length);
				if (reply != null) {
					out.write(reply);
					out.write('\n');
				}
				if (!in.ready()) {
					out.flush();
				}
			}
		}
	}

}
