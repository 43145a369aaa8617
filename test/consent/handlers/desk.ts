import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionHandler, ActionMethod, ResponseTransformer } from '../../../src/platform/handlers-api/index.js';

/** Environment of the service: where a test leaves word that a conversation may go on. */
export const GO_ON_MARKS = 'GO_ON_MARKS';
/** A message with this word is answered only when its conversation may go on. */
export const HELD_WORD = 'slowly';

const marks = process.env[GO_ON_MARKS] ?? '';

/** Leaves a row for each loan that is opened. */
function open(loan: string): ActionMethod {
  return async (call) => {
    await call.database.query('INSERT INTO opened_loan (conversation_id, loan) VALUES ($1, $2)', [
      call.conversationId,
      loan,
    ]);
    return { status: 'done', result: { loan } };
  };
}

export const desk: ActionHandler = {
  kind: 'action',
  name: 'desk',
  methods: { gold: open('gold'), home: open('home'), move: open('move') },
};

/** Wording takes a while, as with a model: other messages come meanwhile. */
export const slowly: ResponseTransformer = {
  kind: 'response-transformer',
  intent: 'ANY',
  state: 'ANY',
  async transform(_payload, { userText, conversationId, signal }) {
    if (!userText.includes(HELD_WORD)) return undefined;
    while (!existsSync(join(marks, conversationId))) await sleep(5, undefined, { signal });
    return undefined;
  },
};
