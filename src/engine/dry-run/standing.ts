import { newId } from '../../platform/common/ids.js';
import { copyJson, type JsonObject } from '../../platform/common/json.js';
import { type Beginning, type Conversation, UNKNOWN } from '../conversation/index.js';
import { isInProgress, isOpen, isTerminal, type Proposal } from '../pending-action/index.js';
import { messagePayload } from '../turn/index.js';
import { type Turn } from '../turn/kernel/index.js';

/** Where a conversation begins that is not stored. */
export interface GivenPlace {
  readonly intent: string;
  readonly state: string;
  readonly context: JsonObject;
}

/** A conversation before its first message; in the middle of a flow, where a place is given. */
export function newStanding({ intent, state, context }: GivenPlace): Beginning {
  const isNew = intent === UNKNOWN && state === UNKNOWN;
  const conversation: Conversation = {
    conversationId: newId(),
    kind: 'CHAT',
    status: 'RUNNING',
    intent,
    state,
    context: copyJson(context),
    lastUserText: null,
    lastAssistant: null,
    // A turn has led to a place, and collecting may have begun there.
    turnNo: isNew ? 0 : 1,
    lastAuditId: 0,
    lastRecordHash: null,
    user: null,
    handover: null,
    isNew,
  };
  return { conversation, proposals: [], history: [], runs: [], schedules: [] };
}

/** What the next turn would begin with, were this one stored. */
export function standingAfter(turn: Turn, historyTurns: number, nowMs: number): Beginning {
  const { conversation, status, intent, state, context, userText, moment } = turn;
  const reply = messagePayload(turn.reply ?? { type: 'TEXT', value: '' });
  const next: Conversation = {
    ...conversation,
    status,
    intent,
    state,
    context: copyJson(context),
    lastUserText: userText,
    lastAssistant: { ...reply },
    turnNo: moment.turn,
    isNew: false,
  };
  const entry = { turnNo: moment.turn, user: userText, assistant: reply.value };
  return {
    conversation: next,
    proposals: known(asStored(turn, nowMs)),
    history: [entry, ...turn.pastTurns].slice(0, historyTurns),
    runs: turn.runs.filter(({ runId }) => !turn.toldRuns.includes(runId)),
    schedules: turn.schedules.filter(({ scheduleId }) => !turn.toldSchedules.includes(scheduleId)),
  };
}

function asStored({ proposals }: Turn, nowMs: number): Proposal[] {
  const changed = new Map(proposals.changedAt(nowMs).map((one) => [one.proposalId, one]));
  return proposals.all.map((one) => changed.get(one.proposalId) ?? one);
}

/** As the turn stores choose: what can still change, what was asked together with it, and what was closed last. */
function known(all: readonly Proposal[]): Proposal[] {
  const alive = all.filter((one) => isOpen(one) || isInProgress(one));
  const newest = all.filter(isTerminal).sort(byClosing)[0];
  const isKnown = (one: Proposal) =>
    one === newest || alive.includes(one) || alive.some(({ createdTurn }) => createdTurn === one.createdTurn);
  return all.filter(isKnown).sort((a, b) => b.createdAtMs - a.createdAtMs);
}

function byClosing(a: Proposal, b: Proposal): number {
  return b.createdTurn - a.createdTurn || (b.closedAtMs ?? 0) - (a.closedAtMs ?? 0);
}
