export type { KnownHandlers } from './compile/known-handlers.js';
export type {
  ContainerConfig,
  FileRequest,
  Intent,
  IntentClassifier,
  LinkedPlaybook,
  OutputSchema,
  PendingActionDefinition,
  PlannerPrompt,
  PromptTemplate,
  ResponseTemplate,
  SqlToolDefinition,
  ToolDefinition,
  VerboseMessage,
} from './definition-types.js';
export { type FileTools, NO_FILE_TOOLS } from './file-tools.js';
export { type FlowReport, FlowService } from './flow.service.js';
export { FlowDefinition } from './flow-definition.js';
export { describeProblem, FILES, type FlowProblem, MANIFESTS } from './flow-problem.js';
export { conditionHolds, type Rule, type RuleAction, type RulePhase, type RuleSubject } from './rule.js';
export { bestInScope, normalizeCode, sameCode } from './scope.js';
