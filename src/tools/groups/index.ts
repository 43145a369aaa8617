export { CalculatorExecutor } from './calculator/calculator.executor.js';
export { DbToolExecutor } from './db/db-tool.executor.js';
export { DocumentReader } from './documents/document-reader.js';
export { DocumentStore, type StoredDocument } from './documents/document-store.js';
export { DocumentsExecutor } from './documents/documents.executor.js';
export { type DocumentFile, type Ingested, ingestDocument, mediaTypeOf } from './documents/ingest-document.js';
export { FilesExecutor } from './files/files.executor.js';
export { HttpApiExecutor } from './http-api/http-api.executor.js';
export { NotificationExecutor } from './notification/notification.executor.js';
export { EmbeddedWorkflows } from './workflow/embedded-workflows.js';
export type { RunNews } from './workflow/rows/run-news.js';
export type { RunApprovals } from './workflow/run-approvals.js';
export type { KeptFunctions, RunFunction } from './workflow/run-functions.js';
export { shownReason } from './workflow/shown-errors.js';
export { toldRun, WorkflowExecutor } from './workflow/workflow.executor.js';
export {
  childRunId,
  isLeftBehind,
  LEFT,
  type ListedRun,
  progressOf,
  type RunDefinition,
  type RunKey,
  type RunStatus,
  type WorkflowEngine,
  type WorkflowRun,
} from './workflow/workflow-engine.js';
