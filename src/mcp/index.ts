export { RemoteTools } from './client/remote-tools.js';
export { isHeld, type ToolPin, ToolPins } from './client/tool-pins.js';
export { McpModule, SERVER_PARTS } from './mcp.module.js';
export { serveStdio } from './server/serve-stdio.js';
export type { ServerParts } from './server/server-parts.js';
