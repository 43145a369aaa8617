import type { RecordedTurn } from '../../platform/audit/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { type Row, readJson } from '../../platform/persistence/index.js';
import { hideInTexts } from '../../tools/index.js';
import { iso } from './action-item.js';
import { type ShownReply, shownReply } from './shown-reply.js';

/** A turn as it was recorded. Times are ISO 8601. */
export interface TurnItem {
  readonly turn: number;
  /** Which record of the conversation it is. */
  readonly turnId: string;
  readonly at: string;
  readonly durationMs: number | null;
  readonly intent: string | null;
  readonly state: string | null;
  /** BESIDE: work that no message asked for, such as closing what has expired. */
  readonly status: 'DONE' | 'FAILED' | 'BESIDE';
  /** What last became of an action in it, such as OPEN or EXECUTED; null where nothing did. */
  readonly outcome: string | null;
  readonly errorCode: string | null;
  readonly principal: string | null;
  readonly userText: string | null;
  readonly reply: ShownReply | null;
  readonly actionIds: readonly string[];
  /** Oldest first; `offsetMs` since the first of them. */
  readonly events: readonly { readonly stage: string; readonly offsetMs: number; readonly payload: JsonObject }[];
}

/**
 * A turn with what was said in it.
 * @param history its row of `ce_conversation_history`, where it has one
 */
export function turnItem(record: RecordedTurn, history: Row | undefined, secrets: readonly string[]): TurnItem {
  const { turnNo, createdAtMs, durationMs, intent, state, errorCode, principal, events } = record;
  const isTurn = durationMs !== null;
  const done = errorCode === null ? 'DONE' : 'FAILED';
  const lifecycle = events.filter(({ stage }) => stage === 'PENDING_ACTION_LIFECYCLE').map(({ payload }) => payload);
  const actionIds = lifecycle.map(({ proposalId }) => proposalId).filter((id) => typeof id === 'string');
  const said = isTurn ? history : undefined;
  const outcome = lifecycle.at(-1)?.event;
  return {
    turn: turnNo,
    turnId: String(record.lastAuditId),
    at: iso(createdAtMs),
    durationMs,
    intent,
    state,
    status: isTurn ? done : 'BESIDE',
    outcome: typeof outcome === 'string' ? outcome : null,
    errorCode,
    principal,
    userText: said === undefined ? null : String(hideInTexts(String(said.user_input), secrets)),
    reply: said === undefined ? null : shownReply(readJson(said.assistant_output), secrets),
    actionIds: [...new Set(actionIds)],
    events: events.map(({ stage, payload, createdAtMs: atMs }) => {
      return { stage, offsetMs: atMs - createdAtMs, payload: hideInTexts(payload, secrets) as JsonObject };
    }),
  };
}
