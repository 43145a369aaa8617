export { McpModule } from './mcp.module.js';
export { asClientsCompile } from './published-schemas.js';
export { publishedTools, titleOf } from './published-tools.js';
export { serveStdio } from './serve-stdio.js';
export { ServerParts } from './server-parts.js';
