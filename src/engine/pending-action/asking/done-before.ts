import { isJsonObject } from '../../../platform/common/json.js';
import type { Reads, TurnGiven } from '../../turn/kernel/index.js';
import { engineText, spaced } from '../../wording/index.js';
import { isExecuted, isOpen, isTerminal, type Proposal, workRef } from '../index.js';

type View = TurnGiven & Reads<'proposals'>;

/**
 * What has been done already of what a question asks for, in words; empty where nothing was: the very same, or, of an action of several
 * methods, some of them, before it was amended or failed. Of what is closed, a turn knows the newest.
 */
export function doneBeforeText(turn: View, proposal: Proposal): string {
  const closed = turn.proposals.all.filter((one) => isTerminal(one) && isSame(one, proposal));
  if (closed.some(isExecuted)) return engineText(turn, 'PendingActionStep.DONE_BEFORE_TEXT');
  const parts = [proposal, ...closed].map(doneParts).find((done) => done.length > 0) ?? [];
  return parts.length === 0
    ? ''
    : engineText(turn, 'PendingActionStep.PARTLY_DONE_TEXT', { parts: parts.map(spaced).join(', ') });
}

function isSame(one: Proposal, { actionKey, toolCode, argumentsHash }: Proposal): boolean {
  return one.actionKey === actionKey && one.toolCode === toolCode && one.argumentsHash === argumentsHash;
}

/** Methods that have succeeded and that a yes runs again: an amended action begins anew, and keeps what it had come to. */
function doneParts({ status, toolCode, actionRef, completedMethods, result }: Proposal): string[] {
  const goesOn = isOpen({ status }) && completedMethods > 0;
  if (toolCode !== null || goesOn || !isJsonObject(result)) return [];
  const [, methods = ''] = workRef(actionRef).split(':');
  return methods.split(',').filter((method) => Object.hasOwn(result, method));
}
