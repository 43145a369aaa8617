export {
  FlowEngine,
  type FlowEngineParts,
  type RowsFrom,
  readRows,
  type Said,
  type StartEngine,
} from './flow-engine.js';
export type { PerformedCall, StandIn } from './performed-calls.js';
export { outcomeOf, resultOf } from './stub.js';
