export { Coverage, type CoveredTable } from './coverage.js';
export { flowTestSchema } from './flow-test-file.js';
export { describeResults, junit, tap } from './reports.js';
export {
  type ConversationResult,
  type FailedTurn,
  type FlowTestOptions,
  type FlowTestResult,
  runFlowTest,
} from './run-flow-test.js';
