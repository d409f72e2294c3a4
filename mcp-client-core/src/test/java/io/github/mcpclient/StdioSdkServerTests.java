package io.github.mcpclient;

import io.github.mcpclient.test.SdkTransport;

class StdioSdkServerTests extends AbstractSdkServerTests {

	StdioSdkServerTests() {
		super(SdkTransport.STDIO);
	}

}
