export { McpModule, SERVER_PARTS } from './mcp.module.js';
export { serveStdio } from './server/serve-stdio.js';
export type { ServerParts } from './server/server-parts.js';
