import type { ApprovalOutcome } from '../../platform/handlers-api/index.js';
import { isExecuted, isExpired } from './lifecycle.js';
import { hashArguments, type Proposal } from './proposal.js';

/** How the reference of a question begins that a run of a workflow asks; the run and its step follow. */
export const RUN_APPROVAL = 'run-approval:';

/** What the question of a run refers to. */
export function runApprovalRef(runId: string, step: string): string {
  if (runId.includes(':')) throw new Error(`the run ${runId} cannot ask: its id has a colon`);
  return `${RUN_APPROVAL}${runId}:${step}`;
}

/** Whether a run of a workflow asks it: it stands beside what the conversation asks, and is not replaced by that. */
export function isRunApproval({ actionRef }: Pick<Proposal, 'actionRef'>): boolean {
  return actionRef.startsWith(RUN_APPROVAL);
}

/** The run that asks, and the step in which it does. */
export function askingStep({ actionRef }: Pick<Proposal, 'actionRef'>): { runId: string; step: string } {
  const [runId = '', ...step] = actionRef.slice(RUN_APPROVAL.length).split(':');
  return { runId, step: step.join(':') };
}

/** What tells what a run has asked from anything else: the question as it was stored, and its arguments. */
export function askedDigest({ question, argumentsHash }: Pick<Proposal, 'question' | 'argumentsHash'>): string {
  return hashArguments({ question, argumentsHash });
}

/** What a run is told of the answer. */
export function approvalOutcome(closed: Proposal): ApprovalOutcome {
  if (isExecuted(closed)) return { approved: true, by: closed.confirmation?.by ?? '' };
  if (isExpired(closed)) return { approved: false, reason: 'EXPIRED' };
  if (closed.reason === 'DENIED_BY_USER') return { approved: false, reason: 'DENIED' };
  return { approved: false, reason: closed.reason === 'NOT_APPROVED' ? 'REFUSED' : 'WITHDRAWN' };
}
