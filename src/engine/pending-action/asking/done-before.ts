import { isJsonObject } from '../../../platform/common/json.js';
import type { Reads, TurnGiven } from '../../turn/kernel/index.js';
import { engineText, spaced } from '../../wording/index.js';
import { isExecuted, isOpen, isTerminal, type Proposal, workRef } from '../index.js';

type View = TurnGiven & Reads<'proposals'>;

/**
 * What has been done already of what a question asks for, in words; empty where nothing was. Either the very same
 * action was done before, or some methods of an action were, before it was amended or failed. A turn knows only the
 * newest closed actions.
 */
export function doneBeforeText(turn: View, proposal: Proposal): string {
  const closed = turn.proposals.all.filter((one) => isTerminal(one) && isSame(one, proposal));
  if (closed.some(isExecuted)) return engineText(turn, 'PendingActionStep.DONE_BEFORE_TEXT');
  const parts = [proposal, ...closed].map(spokenParts).find((done) => done !== '');
  return parts === undefined ? '' : engineText(turn, 'PendingActionStep.PARTLY_DONE_TEXT', { parts });
}

/** What is told of actions that the user has refused: a no undoes none of what was done of them. */
export function refusedText(turn: View, refused: readonly Proposal[]): string {
  const parts = refused.map(spokenParts).filter((done) => done !== '');
  return parts.length === 0
    ? engineText(turn, 'PendingActionStep.REJECTED_TEXT')
    : engineText(turn, 'PendingActionStep.PARTLY_REJECTED_TEXT', { parts: parts.join(', ') });
}

function isSame(one: Proposal, { actionKey, toolCode, argumentsHash }: Proposal): boolean {
  return one.actionKey === actionKey && one.toolCode === toolCode && one.argumentsHash === argumentsHash;
}

/** Methods that have succeeded and that no yes goes on behind: an amended action begins anew, and keeps what it had come to. */
function spokenParts({ status, toolCode, actionRef, completedMethods, result }: Proposal): string {
  const goesOn = isOpen({ status }) && completedMethods > 0;
  if (toolCode !== null || goesOn || !isJsonObject(result)) return '';
  const [, methods = ''] = workRef(actionRef).split(':');
  const done = methods.split(',').filter((method) => Object.hasOwn(result, method));
  return done.map(spaced).join(', ');
}
