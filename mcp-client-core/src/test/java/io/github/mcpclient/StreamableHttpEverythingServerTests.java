package io.github.mcpclient;

import io.github.mcpclient.test.EverythingTransport;

class StreamableHttpEverythingServerTests extends AbstractEverythingServerTests {

	StreamableHttpEverythingServerTests() {
		super(EverythingTransport.STREAMABLE_HTTP);
	}

}
