export type { Counted } from './call-counts.js';
export type { CallableTools } from './callable-tools.js';
export { checkArguments } from './check-arguments.js';
export type { ExecuteCall } from './execute-call.js';
export { describeSize, type Saved, type ShapedSize } from './savings.js';
export {
  HIDDEN,
  hasHidden,
  hasSensitive,
  hiddenTexts,
  hideInTexts,
  hideValues,
  maskSensitive,
  scalarsIn,
  sensitiveValues,
} from './sensitive.js';
export { type CircuitState, TOOL_EXECUTORS, type ToolExecutor } from './tool-executor.js';
export { normalizeResult } from './tool-results.js';
export { type CallSettings, ToolRunner } from './tool-runner.js';
