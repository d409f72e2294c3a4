package io.github.mcpclient;

/**
 * What the policy of a server hears of its connections, before anybody can use them. Must
 * not block.
 */
interface ConnectionHooks {

	/**
	 * A closed server is about to be opened again.
	 */
	void opening();

	void connectionOpened();

	void connectionEnded();

	void toolsChanged();

	void closed();

}
