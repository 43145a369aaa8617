export { normalizeCode, sameCode } from '../../tools/scope.js';
export type { CompiledFlow } from './compile/compile-flow.js';
export type { KnownHandlers } from './compile/known-handlers.js';
export type {
  ContainerConfig,
  Intent,
  IntentClassifier,
  OutputSchema,
  PendingActionDefinition,
  PlannerPrompt,
  PromptTemplate,
  ResponseTemplate,
  VerboseMessage,
} from './definition-types.js';
export { FlowModule } from './flow.module.js';
export { type CheckedFlow, type FlowReport, FlowService, type TriedFlow } from './flow.service.js';
export { FlowDefinition } from './flow-definition.js';
export { type FlowVersion, FlowVersions } from './flow-versions.js';
export {
  applyChanges,
  diffRows,
  hashRows,
  isSameRow,
  type RowChange,
  rowsByKey,
  tenantOfChange,
} from './row-changes.js';
export { rowsOfVersion } from './rows-of-version.js';
export { conditionHolds, type Rule, type RuleAction, type RulePhase, type RuleSubject } from './rule.js';
export { PREFIXED_COLUMNS, rowsOfTenant, tenantPrefix, tenantsWithRows, visibleRows } from './tenant-rows.js';
export { VersionFollower } from './version-follower.js';
export type { VersionedRows } from './versioned-rows.js';
