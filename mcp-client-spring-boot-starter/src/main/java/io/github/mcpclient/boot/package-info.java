/**
 * MCP servers as beans of a Spring Boot application: what an application implements to
 * adjust them, and what it can listen to.
 */
@NullMarked
package io.github.mcpclient.boot;

import org.jspecify.annotations.NullMarked;
