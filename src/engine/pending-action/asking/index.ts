export { type AskedAction, askedBy, keepQuestion, stillAsked } from './asked-actions.js';
export {
  actionArguments,
  PROPOSE_WRITES,
  type ProposalSettings,
  type ProposingView,
  proposalSettings,
  propose,
  withdrawOpen,
} from './propose.js';
export { toolActionRef, toolQuestion } from './propose-tool.js';
export { type ToolAttempt, ToolCalls } from './tool-calls.js';
