import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionHandler, ActionMethod, RuleTaskHandler } from '../../../src/platform/handlers-api/index.js';

/** So long a turn waits between the choice of the intent and the question, in milliseconds: rows change meanwhile. */
const NAP_MS = 15;

/** Leaves a row that says which method has run, with what. */
function grantAs(what: string): ActionMethod {
  return async ({ database, conversationId, arguments: args }) => {
    const row = [conversationId, what, args.amount];
    await database.query('INSERT INTO effect (conversation_id, what, amount) VALUES ($1, $2, $3)', row);
    return { status: 'done', result: {} };
  };
}

export const desk: ActionHandler = {
  kind: 'action',
  name: 'desk',
  methods: { one: grantAs('one'), two: grantAs('two') },
};

export const slowly: RuleTaskHandler = {
  kind: 'rule-task',
  name: 'slowly',
  methods: {
    nap: async () => {
      await sleep(NAP_MS);
      return {};
    },
  },
};
