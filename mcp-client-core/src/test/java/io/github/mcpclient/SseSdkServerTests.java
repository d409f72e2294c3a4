package io.github.mcpclient;

import io.github.mcpclient.test.SdkTransport;

class SseSdkServerTests extends AbstractSdkServerTests {

	SseSdkServerTests() {
		super(SdkTransport.SSE);
	}

}
