package io.github.mcpclient.benchmark;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The stub server over HTTP, a thread a connection. Answers as JSON, or below
 * {@code /sse} as a stream of events. Prints its port and ends with its stdin.
 */
final class StubHttpServer {

	private StubHttpServer() {
	}

	public static void main(String[] args) throws IOException {
		ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
		System.out.println(server.getLocalPort());
		Thread acceptor = new Thread(() -> accept(server));
		acceptor.setDaemon(true);
		acceptor.start();
		while (System.in.read() >= 0) {
			// until the benchmark ends
		}
	}

	private static void accept(ServerSocket server) {
		while (true) {
			try {
				Socket socket = server.accept();
				socket.setTcpNoDelay(true);
				Thread thread = new Thread(() -> serve(socket));
				thread.setDaemon(true);
				thread.start();
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private static void serve(Socket socket) {
		try (socket) {
			InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
			OutputStream out = socket.getOutputStream();
			for (String request = line(in); request != null; request = line(in)) {
				int length = 0;
				for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
					if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
						length = Integer.parseInt(header.substring(15).trim());
					}
				}
				byte[] body = in.readNBytes(length);
				out.write(answer(request, body));
				out.flush();
			}
		}
		catch (IOException ex) {
			// the client is gone
		}
	}

	private static String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder(128);
		for (int next = in.read(); next >= 0; next = in.read()) {
			if (next == '\n') {
				return line.toString();
			}
			if (next != '\r') {
				line.append((char) next);
			}
		}
		return null;
	}

	private static byte[] answer(String request, byte[] body) {
		if (request.startsWith("GET")) {
			return text("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
		}
		byte[] reply = request.startsWith("POST") ? StubReplies.to(body, body.length) : null;
		if (reply == null) {
			return text("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
		}
		String json = new String(reply, StandardCharsets.ISO_8859_1);
		if (request.startsWith("POST /sse")) {
			String event = "event: message\ndata: " + json + "\n\n";
			return text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
					+ Integer.toHexString(event.length()) + "\r\n" + event + "\r\n0\r\n\r\n");
		}
		return text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
				+ "\r\n\r\n" + json);
	}

	private static byte[] text(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

}
