package io.github.mcpclient.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy in front of a server, which cuts, stalls, slows and refuses on demand.
 */
public final class FaultProxy implements AutoCloseable {

	private final ServerSocket listener;

	private final int target;

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private final AtomicInteger connections = new AtomicInteger();

	private final Object gate = new Object();

	private boolean stalled;

	private volatile boolean refusing;

	private volatile long nanosPerByte;

	private FaultProxy(int target) throws IOException {
		this.listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
		this.target = target;
		ScriptedHttpServer.daemon("proxy", this::accept);
	}

	public static FaultProxy to(int port) {
		try {
			return new FaultProxy(port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public URI url(String pathAndQuery) {
		return URI.create("http://127.0.0.1:" + this.listener.getLocalPort() + pathAndQuery);
	}

	/**
	 * How many connections there have been.
	 */
	public int connections() {
		return this.connections.get();
	}

	/**
	 * Reset every connection; new ones are served.
	 */
	public void cut() {
		this.open.forEach(ScriptedHttpServer::reset);
	}

	/**
	 * Reset every connection as soon as it is made, or no longer.
	 */
	public void refuse(boolean refuse) {
		this.refusing = refuse;
		if (refuse) {
			cut();
		}
	}

	/**
	 * Let nothing through in either direction, or let it through again.
	 */
	public void stall(boolean stall) {
		synchronized (this.gate) {
			this.stalled = stall;
			this.gate.notifyAll();
		}
	}

	/**
	 * Let what the server says through byte by byte; zero for at once.
	 */
	public void slow(long nanosPerByte) {
		this.nanosPerByte = nanosPerByte;
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		stall(false);
		cut();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				this.connections.incrementAndGet();
				if (this.refusing) {
					ScriptedHttpServer.reset(client);
				}
				else {
					connect(client);
				}
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private void connect(Socket client) {
		try {
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.open.add(client);
			this.open.add(server);
			ScriptedHttpServer.daemon("proxy-up", () -> pump(client, server, false));
			ScriptedHttpServer.daemon("proxy-down", () -> pump(server, client, true));
		}
		catch (IOException ex) {
			ScriptedHttpServer.reset(client);
		}
	}

	private void pump(Socket from, Socket to, boolean fromServer) {
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[8 * 1024];
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				passGate();
				if (fromServer && this.nanosPerByte > 0) {
					trickle(out, buffer, length);
				}
				else {
					out.write(buffer, 0, length);
				}
			}
		}
		catch (IOException ex) {
			// cut
		}
		finally {
			this.open.remove(from);
			this.open.remove(to);
		}
	}

	private void trickle(OutputStream out, byte[] buffer, int length) throws IOException {
		for (int i = 0; i < length; i++) {
			out.write(buffer[i]);
			LockSupport.parkNanos(this.nanosPerByte);
		}
	}

	private void passGate() throws IOException {
		synchronized (this.gate) {
			while (this.stalled) {
				try {
					this.gate.wait();
				}
				catch (InterruptedException ex) {
					throw new IOException(ex);
				}
			}
		}
	}

}
