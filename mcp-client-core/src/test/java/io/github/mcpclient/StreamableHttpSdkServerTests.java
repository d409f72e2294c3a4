package io.github.mcpclient;

import io.github.mcpclient.test.SdkTransport;

class StreamableHttpSdkServerTests extends AbstractSdkServerTests {

	StreamableHttpSdkServerTests() {
		super(SdkTransport.STREAMABLE_HTTP);
	}

}
