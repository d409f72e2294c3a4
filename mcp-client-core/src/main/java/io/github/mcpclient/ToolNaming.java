package io.github.mcpclient;

/**
 * How the tools of several servers are named for a model, which sees them as one list.
 */
public enum ToolNaming {

	/**
	 * Every tool is named {@code mcp_<server>__<tool>}, whatever other servers do.
	 * Characters that models do not accept become {@code _}, and a name that is then too
	 * long or not the only one of its kind ends with a short hash.
	 */
	PREFIX,

	/**
	 * Every tool is named as its server names it. The same name on two servers makes the
	 * listing fail.
	 */
	ORIGINAL,

	/**
	 * Only a tool whose own name is taken by another server or by the application, or is
	 * no name that models accept, is named as {@link #PREFIX} says. A server that is
	 * added, or adds a tool, can so rename a tool of another one. A tool that a filter
	 * hides counts all the same, so that a name does not depend on who asks.
	 */
	PREFIX_ON_CONFLICT

}
