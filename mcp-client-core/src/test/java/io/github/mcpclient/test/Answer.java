package io.github.mcpclient.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.github.mcpclient.test.ScriptedHttpServer.Request;

/**
 * What a {@link ScriptedHttpServer} says to one request, as right or wrong as the script
 * wants it. Any thread may write.
 */
public final class Answer {

	private final Socket socket;

	private final InputStream in;

	private final OutputStream out;

	Answer(Socket socket, InputStream in) throws IOException {
		this.socket = socket;
		this.in = in;
		this.out = socket.getOutputStream();
	}

	/**
	 * A whole answer with its length.
	 */
	public void status(int status, String body, String... headers) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		status(status, bytes, headers);
	}

	public void status(int status, byte[] body, String... headers) throws IOException {
		byte[] head = head(status, body.length, headers).getBytes(StandardCharsets.ISO_8859_1);
		byte[] whole = new byte[head.length + body.length];
		System.arraycopy(head, 0, whole, 0, head.length);
		System.arraycopy(body, 0, whole, head.length, body.length);
		raw(whole);
	}

	private static String head(int status, int length, String... headers) {
		StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Some reason\r\n");
		for (String header : headers) {
			head.append(header).append("\r\n");
		}
		return head.append("Content-Length: " + length + "\r\n\r\n").toString();
	}

	public void json(String json) throws IOException {
		status(200, json, "Content-Type: application/json");
	}

	/**
	 * The reply to a JSON-RPC request, as JSON.
	 */
	public void result(Request request, String result) throws IOException {
		json(reply(request, result));
	}

	public static String reply(Request request, String result) {
		return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(request.id(), result);
	}

	/**
	 * The beginning of a stream of events.
	 */
	public void stream(String... headers) throws IOException {
		raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"
				+ String.join("", Arrays.stream(headers).map((header) -> header + "\r\n").toList()) + "\r\n");
	}

	/**
	 * An event of one line, in a chunk of its own.
	 */
	public void event(String data) throws IOException {
		chunk("data: " + data + "\n\n");
	}

	public void chunk(String text) throws IOException {
		chunk(text.getBytes(StandardCharsets.UTF_8));
	}

	public void chunk(byte[] bytes) throws IOException {
		byte[] head = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
		byte[] whole = new byte[head.length + bytes.length + 2];
		System.arraycopy(head, 0, whole, 0, head.length);
		System.arraycopy(bytes, 0, whole, head.length, bytes.length);
		whole[whole.length - 2] = '\r';
		whole[whole.length - 1] = '\n';
		raw(whole);
	}

	/**
	 * The end of a stream of events; the connection goes on.
	 */
	public void endStream() throws IOException {
		raw("0\r\n\r\n");
	}

	public void raw(String text) throws IOException {
		raw(text.getBytes(StandardCharsets.UTF_8));
	}

	public void raw(byte[] bytes) throws IOException {
		synchronized (this.out) {
			this.out.write(bytes);
			this.out.flush();
		}
	}

	/**
	 * Reset the connection.
	 */
	public void cut() {
		ScriptedHttpServer.reset(this.socket);
	}

	/**
	 * Close the connection in order.
	 */
	public void close() throws IOException {
		this.socket.close();
	}

	/**
	 * Say nothing until the client closes the connection.
	 */
	public void awaitClientGone() {
		try {
			while (this.in.read() >= 0) {
				// a client that sends more is not gone
			}
		}
		catch (IOException ex) {
			// reset
		}
	}

}
