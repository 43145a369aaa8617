export { matchesPattern } from './code-pattern.js';
export { describeProblem, FILES, type FlowProblem, isFatal } from './flow-problem.js';
export {
  CalculatorExecutor,
  childRunId,
  DbToolExecutor,
  type DocumentFile,
  DocumentReader,
  DocumentStore,
  DocumentsExecutor,
  EmbeddedWorkflows,
  FilesExecutor,
  HttpApiExecutor,
  type Ingested,
  ingestDocument,
  isLeftBehind,
  LEFT,
  type ListedRun,
  mediaTypeOf,
  NotificationExecutor,
  progressOf,
  type RunApprovals,
  type RunKey,
  type RunNews,
  type RunStatus,
  type StoredDocument,
  shownReason,
  type WorkflowEngine,
  WorkflowExecutor,
  type WorkflowRun,
} from './groups/index.js';
export { type MergedTools, mergeTools, namesOf } from './merge-tools.js';
export { type PlannedWait, PlaybookExecutor, planWaits } from './playbook/run/index.js';
export { type ArgumentShape, type ArgumentsOf, readArguments } from './read-arguments.js';
export { ToolRegistry } from './registry.js';
export type { ToolExecutor } from './run/index.js';
export {
  type CallSettings,
  type CircuitState,
  type Counted,
  describeSize,
  HIDDEN,
  hasHidden,
  hasSensitive,
  hiddenTexts,
  hideInTexts,
  hideValues,
  maskSensitive,
  type Saved,
  type ShapedSize,
  scalarsIn,
  sensitiveValues,
  ToolRunner,
} from './run/index.js';
export { normalizeCode, sameCode } from './scope.js';
export type { ChangedFiles, Reading, ToolSource } from './source.js';
export { FileSource } from './sources/files/index.js';
export { answerGateway, callsOthers, didYouMean, meantCall } from './sources/gateway/index.js';
export { HandlerSource } from './sources/handlers/index.js';
export { PackageSource } from './sources/packages/index.js';
export { RowSource } from './sources/rows/index.js';
export type { CancellableRun, Cancellation, Executable, PlannedCall } from './tool.js';
export { AS_ROW, comesWithService, isGatewayTool, SOURCE_NAMES, type Tool } from './tool.js';
export { ToolError } from './tool-error.js';
export { normalizeGroup, TOOL_GROUPS } from './tool-groups.js';
export type { ToolSet } from './tool-set.js';
