import { newId } from '../../platform/common/ids.js';
import type { JsonObject } from '../../platform/common/json.js';
import { withTrace } from '../../platform/persistence/index.js';
import { hideInTexts } from '../../tools/index.js';
import type { TurnEvent } from '../conversation/index.js';
import type { TurnGiven } from './kernel/index.js';

/** What the webhook is told of a conversation that a person answers, without what schemas mark as secret. */
export function handoverEvents(turn: TurnGiven, nowMs: number): TurnEvent[] {
  const { conversationId, moment, document } = turn;
  const occurredAt = new Date(nowMs).toISOString();
  return turn.told.map(({ event, about }) => {
    const eventId = newId();
    const shown = hideInTexts(about, document.secrets) as JsonObject;
    const payload = { eventId, type: 'handover', event, conversationId, turn: moment.turn, occurredAt, ...shown };
    return { conversationId, eventId, type: 'HANDOVER', createdAtMs: nowMs, payload: withTrace(payload) };
  });
}
