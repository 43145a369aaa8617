import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { hasEnded, type KnownRun } from '../../conversation/index.js';
import {
  auditLifecycle,
  closed,
  executedAs,
  isExecuted,
  isInProgress,
  isOpen,
  isRunApproval,
  isTerminal,
  isToAnother,
  type Proposal,
  runtimeProjection,
} from '../../pending-action/index.js';
import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<LoadOrCreateConversationStep>;

/**
 * Brings the conversation up to date with the truth about its action. The row of the action is what counts; where a
 * turn failed after the action had run, the conversation does not know of it yet, and this turn tells.
 */
@Injectable()
export class LoadOrCreateConversationStep implements TurnStep<LoadOrCreateConversationStep> {
  readonly name = 'LoadOrCreateConversationStep';
  readonly reads = {
    proposals: START,
    context: START,
  } as const;
  readonly writes = [
    'proposals',
    'context',
    'untoldOutcome',
    'intent',
    'state',
    'pending_action_result',
    'pending_action_output',
    'handed_back',
    'workflows_ended',
  ] as const;

  run(turn: View): StepOutcome {
    supersedeUnchosen(turn);
    takeNote(turn);
    const ended = turn.runs.filter(hasEnded);
    if (ended.length > 0) turn.facts.workflows_ended = ended.map(endedRun);
    const shown = turn.context.pending_action_runtime;
    if (!isJsonObject(shown)) return 'CONTINUE';
    const actual = chosenAmong(turn, Number(shown.created_turn)) ?? turn.proposals.all.find(isShown(shown));
    if (!actual || (isShown(shown)(actual) && actual.status === shown.status)) return 'CONTINUE';
    // An answer to another action is answered about that one; the next turn tells what has become of this one.
    if (isToAnother(turn.answering, actual, turn.proposals.all)) return 'CONTINUE';
    turn.context.pending_action_runtime = runtimeProjection(actual);
    if (!isTerminal(actual) && !isInProgress(actual)) return 'CONTINUE';
    turn.untoldOutcome = actual;
    turn.intent = actual.intent;
    turn.state = actual.state;
    if (isExecuted(actual)) {
      turn.facts.pending_action_result = executedAs(actual);
      turn.facts.pending_action_output = actual.result;
    }
    return 'CONTINUE';
  }
}

/** What a person has left with the conversation is a fact of the turn that goes on with it, and of no later one. */
function takeNote(turn: View): void {
  const { handed_back: note } = turn.context;
  if (!isJsonObject(note)) return;
  turn.facts.handed_back = note;
  delete turn.context.handed_back;
}

/** What rules and templates may know of a run that has ended. */
function endedRun({ runId, workflow, status, result, error }: KnownRun): JsonObject {
  return { run_id: runId, workflow, status, result, error };
}

function isShown(shown: JsonObject): (proposal: Proposal) => boolean {
  return ({ proposalId }) => proposalId === shown.proposal_id;
}

/** Of the actions that were asked together in a turn, the one the user has chosen since. */
function chosenAmong(turn: View, createdTurn: number): Proposal | undefined {
  return turn.proposals.all.find(
    (proposal) =>
      proposal.createdTurn === createdTurn &&
      !isOpen(proposal) &&
      !isRunApproval(proposal) &&
      proposal.reason !== 'SUPERSEDED',
  );
}

/**
 * Closes what was asked together with an action that the user has chosen since: where the turn of the choice failed
 * after its claim, the others are still open, and a yes must not reach them.
 */
function supersedeUnchosen(turn: View): void {
  const all = turn.proposals.all.filter((one) => !isRunApproval(one));
  for (const open of all.filter(isOpen)) {
    const isUnchosen = all.some(
      (other) => !isOpen(other) && other.reason !== 'NOT_APPROVED' && other.createdTurn === open.createdTurn,
    );
    if (!isUnchosen || isToAnother(turn.answering, open, turn.proposals.all)) continue;
    const superseded = closed(open, 'SUPERSEDE', 'SUPERSEDED', turn.moment);
    turn.proposals.put(superseded);
    auditLifecycle(turn, 'REJECTED', superseded);
  }
}
