export { normalizeGroup } from './tool-groups.js';
export { ToolRunner, type ToolRunnerSettings } from './tool-runner.js';
