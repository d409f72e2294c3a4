package io.github.mcpclient;

import io.github.mcpclient.test.EverythingTransport;

class StdioEverythingServerTests extends AbstractEverythingServerTests {

	StdioEverythingServerTests() {
		super(EverythingTransport.STDIO);
	}

}
