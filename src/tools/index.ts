export { CalculatorExecutor } from './calculator/calculator.executor.js';
export { createDbTools } from './db/create-db-tools.js';
export { DbToolExecutor } from './db/db-tool.executor.js';
export { FilesExecutor } from './files/files.executor.js';
export { NotificationExecutor } from './notification/notification.executor.js';
export { ToolError } from './tool-error.js';
export type { ExecutableTool, ToolExecutor } from './tool-executor.js';
export { normalizeGroup } from './tool-groups.js';
export { ToolRunner, type ToolRunnerSettings } from './tool-runner.js';
