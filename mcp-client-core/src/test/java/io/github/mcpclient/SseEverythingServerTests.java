package io.github.mcpclient;

import io.github.mcpclient.test.EverythingTransport;

class SseEverythingServerTests extends AbstractEverythingServerTests {

	SseEverythingServerTests() {
		super(EverythingTransport.SSE);
	}

}
