import { z } from 'zod';
import type { MessageResponse, TurnRequest, TurnService } from '../../../engine/turn/index.js';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';

/** Most questions that one request answers. */
export const MOST_ANSWERS = 20;

/** Parameters for one turn, as `POST /api/v1/conversation/message` takes them. */
export const inputParamsSchema = z.record(z.string(), z.unknown()).nullish();

/** What a request says in a conversation: one turn. */
export type Said = Pick<TurnRequest, 'message' | 'decision' | 'inReplyTo'> & { readonly inputParams?: JsonObject };

const QUESTION_ID = /^(?:mcpr_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})$/i;

/** A question by one name, for protocols whose questions have one: its action and its revision. */
export function questionId({ actionId, revision }: MessageResponse['pendingActions'][number]): string {
  return `${actionId}.${revision}`;
}

/**
 * The button that was pressed below one question. What is none of our names is no answer to anything.
 * @param turn of the last reply that its user has seen: a request that is sent again tries nothing again that has failed since
 * @throws EngineError INVALID_REQUEST
 */
export function pressed(field: string, id: string, isYes: boolean, turn: number | undefined): Said {
  const [, actionId, revision] = QUESTION_ID.exec(id) ?? [];
  if (actionId === undefined) {
    throw new EngineError('INVALID_REQUEST', `${field}: expected the id of a question that was asked here.`);
  }
  const inReplyTo = {
    actionId: actionId.toLowerCase(),
    revision: Number(revision),
    ...(turn !== undefined && { turn }),
  };
  return { message: '', decision: isYes ? 'CONFIRM' : 'REJECT', inReplyTo };
}

/**
 * Has what a request says answered, one turn after the other, and hands out each reply. The first turn has the request's
 * Idempotency-Key, and those behind it keys that are made from it.
 */
export async function* answersTo(
  turns: Pick<TurnService, 'handle'>,
  common: Omit<TurnRequest, 'message'>,
  said: readonly Said[],
): AsyncGenerator<MessageResponse> {
  for (const [index, one] of said.entries()) {
    const { idempotencyKey: key } = common;
    const idempotencyKey = key === undefined || index === 0 ? key : `${key}.${index}`;
    const { responseText } = await turns.handle({ ...common, ...one, ...(idempotencyKey && { idempotencyKey }) });
    yield JSON.parse(responseText) as MessageResponse;
  }
}
