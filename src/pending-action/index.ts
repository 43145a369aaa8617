export { type Approval, type Approver, isApproved } from './approval.js';
export {
  type ActionEvent,
  type ActionStatus,
  canBeConfirmed,
  isExecuted,
  isExpired,
  isInProgress,
  isOpen,
  isTerminal,
  type Moment,
  transition,
} from './lifecycle.js';
export {
  type ActionMethods,
  closed,
  type ExecutionResult,
  expiryReason,
  PendingActionService,
} from './pending-action.service.js';
export {
  amendProposal,
  type ClosingReason,
  hashArguments,
  openProposal,
  type Proposal,
  type ProposalDraft,
  runtimeProjection,
  type TimeToLive,
} from './proposal.js';
export { PROPOSAL_COLUMNS, ProposalRepository, proposalRow, readProposal } from './proposal.repository.js';
export { type ProposalEvent, proposalEvent } from './proposal-event.js';
