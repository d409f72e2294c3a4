package io.github.mcpclient;

/**
 * What the policy of a server hears of its connections, before anybody can use them. Must
 * not block.
 */
interface ConnectionHooks {

	void connectionOpened();

	void connectionEnded();

	void toolsChanged();

}
