export { type AskedAction, askedBy, endsWith, keepQuestion, replyText, saysAll, stillAsked } from './asked-actions.js';
export { begunNotice, closedNotice } from './closed-notice.js';
export { confirmedFirstDrafts, withdrawUnshown } from './confirm-first.js';
export { refusedText } from './done-before.js';
export {
  actionArguments,
  awaitApproval,
  type Draft,
  PROPOSE_WRITES,
  type ProposalSettings,
  type ProposingView,
  proposalSettings,
  propose,
  schemaOf,
  withdraw,
  withdrawOpen,
} from './propose.js';
export { proposeCancellation } from './propose-cancellation.js';
export { proposeRevocation } from './propose-revocation.js';
export {
  confirmedFirstRef,
  isConfirmedFirst,
  isSameTool,
  toolActionRef,
  toolQuestion,
} from './propose-tool.js';
export { type ToolAttempt, ToolCalls } from './tool-calls.js';
export { noteReadByModel, readByModel } from './unsaid-values.js';
