package io.github.mcpclient.boot.autoconfigure;

import io.github.mcpclient.ToolNaming;

/**
 * Properties of the tools of all servers as one list. Written to while the application
 * starts only.
 */
public class McpToolsProperties {

	/**
	 * How tools are named for a model.
	 */
	private ToolNaming naming = ToolNaming.PREFIX;

	/**
	 * Whether to rewrite the schemas of arguments into the strict form that some models
	 * enforce.
	 */
	private boolean strictSchemas;

	public ToolNaming getNaming() {
		return this.naming;
	}

	public void setNaming(ToolNaming naming) {
		this.naming = naming;
	}

	public boolean isStrictSchemas() {
		return this.strictSchemas;
	}

	public void setStrictSchemas(boolean strictSchemas) {
		this.strictSchemas = strictSchemas;
	}

}
