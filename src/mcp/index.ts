export { RemoteTools } from './client/remote-tools.js';
export { isHeld, type ToolPin, ToolPins } from './client/tool-pins.js';
export { McpModule, SERVER_PARTS } from './mcp.module.js';
export { ClientKeys } from './server/client-keys.js';
export type { ClientScope } from './server/client-scope.js';
export { originProblem } from './server/origin-check.js';
export { publishedTools, titleOf } from './server/published-tools.js';
export { serveStdio } from './server/serve-stdio.js';
export type { ServerParts } from './server/server-parts.js';
