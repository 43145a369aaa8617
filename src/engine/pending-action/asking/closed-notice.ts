import { maskedOutcome, maskingOf, type Reads, type TurnGiven } from '../../turn/kernel/index.js';
import { engineText, scheduleNotice } from '../../wording/index.js';
import { isExecuted, isExpired, isInProgress, type Proposal } from '../index.js';

/** What the user is told about an action that is not open any more. */
export function closedNotice(turn: TurnGiven & Reads<'dialogue_act'>, proposal: Proposal): string {
  if (isExecuted(proposal)) {
    const notice = scheduleNotice(turn, proposal);
    if (notice !== undefined) return notice;
    const isYes = turn.facts.dialogue_act === 'AFFIRM';
    const text = isYes ? 'PendingActionStep.ALREADY_DONE_TEXT' : 'PendingActionStep.SETTLED_TEXT';
    return engineText(turn, text, { outcome: maskedOutcome(maskingOf(turn.flow, proposal), proposal.result) });
  }
  if (isExpired(proposal)) return engineText(turn, 'PendingActionStep.EXPIRED_TEXT');
  if (isInProgress(proposal)) return begunNotice(turn, proposal);
  const isRefused = proposal.reason === 'NOT_APPROVED';
  return engineText(turn, `PendingActionStep.${isRefused ? 'NOT_APPROVED_TEXT' : 'NOT_DONE_TEXT'}`);
}

/** What the user is told about an action that was begun and has no outcome: only one that is held is left to a person. */
export function begunNotice(turn: TurnGiven, { reason }: Proposal): string {
  return engineText(turn, `PendingActionStep.${reason === null ? 'STILL_RUNNING_TEXT' : 'IN_DOUBT_TEXT'}`);
}
