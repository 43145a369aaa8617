export { createDbTools } from './db/create-db-tools.js';
export { DbToolExecutor } from './db/db-tool.executor.js';
export { createHttpApiTools } from './http-api/create-http-api-tools.js';
export { HttpApiExecutor } from './http-api/http-api.executor.js';
export { describeSize, type ToolSavings } from './savings.js';
export { ToolError } from './tool-error.js';
export type { ExecutableTool, ToolExecutor } from './tool-executor.js';
export { normalizeGroup } from './tool-groups.js';
export { ToolRunner, type ToolRunnerSettings } from './tool-runner.js';
