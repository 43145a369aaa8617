export { normalizeGroup } from './tool-groups.js';
export { ToolError, ToolRunner, type ToolRunnerSettings } from './tool-runner.js';
