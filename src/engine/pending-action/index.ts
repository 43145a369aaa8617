export type { ActionMethods, ExecutionResult } from './action-work.js';
export {
  ANSWERS_ANYTHING,
  type Answering,
  DECISIONS,
  type Decision,
  isToAnother,
  names,
  type QuestionAddress,
} from './answering.js';
export { type Approver, hasApproved, isApproved, mayApprove } from './approval.js';
export {
  ASKED_ENTRIES,
  ASKED_LISTS,
  askedAt,
  askedOf,
  askedOnceMore,
  forgetAsked,
  noteAsked,
  type Reader,
} from './asked-of.js';
export {
  CONSENT_STRENGTHS,
  type ConsentSettings,
  type ConsentStrength,
  consentTerms,
  mayConfirm,
  RISKS,
  type Risk,
} from './consent-terms.js';
export {
  canBeConfirmed,
  isExecuted,
  isExpired,
  isInProgress,
  isOpen,
  isTerminal,
  type Moment,
  transition,
} from './lifecycle.js';
export { OutcomeWriter } from './outcome-writer.js';
export { PendingActionModule } from './pending-action.module.js';
export { PendingActionService, type TurnActions } from './pending-action.service.js';
export {
  auditAmendment,
  auditApproval,
  auditConsent,
  auditLifecycle,
  auditRefusal,
  describeProposal,
} from './pending-action-audit.js';
export {
  amendProposal,
  type Confirmation,
  hashArguments,
  idempotencyKeyOf,
  isCallOf,
  openProposal,
  type Proposal,
  type ProposalDraft,
  runtimeProjection,
  shownArguments,
  type TimeToLive,
} from './proposal.js';
export { ProposalRepository } from './proposal.repository.js';
export { AWAITS_APPROVAL, ProposalApprovals } from './proposal-approvals.js';
export { ProposalClaims } from './proposal-claims.js';
export { PROPOSAL_COLUMNS, proposalRow, readProposal } from './proposal-columns.js';
export { closed, expiryReason } from './proposal-end.js';
export { FAILURES, type ProposalEvent, type ProposalEventName, proposalEvent } from './proposal-event.js';
export { type Due, type PlaceInSweep, ProposalSweep, SWEEP_STATEMENTS } from './proposal-sweep.js';
export { ProposalsInDoubt } from './proposals-in-doubt.js';
export { requestersIn, withRequester } from './requesters.js';
export { approvalOutcome, askedDigest, askingStep, isRunApproval, runApprovalRef } from './run-approval.js';
export {
  executedAs,
  firstAfter,
  occurrence,
  occurrenceOf,
  REVOCATION_KEY,
  recurrenceOf,
  revocationRef,
  revokedSchedule,
  type Schedule,
  type ScheduleStatus,
  type ScheduleStep,
  type StopReason,
  saysWhen,
  scheduledRef,
  scheduledWork,
  scheduleProperty,
  stepAt,
  withoutArgument,
  workRef,
} from './schedule.js';
export {
  beginSchedule,
  revokeSchedule,
  SCHEDULE_STATEMENTS,
  type ScheduleKey,
  ScheduleRepository,
} from './schedule.repository.js';
export { describeSchedule, type ScheduleEventName } from './schedule-event.js';
export { type ReadableProposals, TurnProposals } from './turn-proposals.js';
export { UNCOUNTED_REASONS, type UncountedAnswer, type UncountedReason, uncountedAnswer } from './uncounted-answer.js';
