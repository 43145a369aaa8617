import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionHandler, ActionMethod, CallContext, StepHook } from '../../../src/platform/handlers-api/index.js';

/** Environment of a service that is to die: where, where its victims leave their marks, and how many are awaited. */
export const KILL_AT = 'KILL_AT';
export const KILL_MARKS = 'KILL_MARKS';
export const KILL_VICTIMS = 'KILL_VICTIMS';

const point = process.env[KILL_AT] ?? '';
const marks = process.env[KILL_MARKS] ?? '';
const victims = Number(process.env[KILL_VICTIMS]);

/** Made beside the mark of a conversation, lets it go on from the point. */
export const GO_ON = '.go-on';

/**
 * Where the process may die. A conversation that comes to the chosen point for the first time stays there until it may
 * go on; the last one that is awaited takes the process with it, as `kill -9` does.
 */
async function reach(name: string, { conversationId }: CallContext): Promise<void> {
  if (name !== point) return;
  const mark = join(marks, conversationId);
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  if (readdirSync(marks).length === victims) process.kill(process.pid, 'SIGKILL');
  while (!existsSync(`${mark}${GO_ON}`)) await sleep(20);
}

/** Leaves a row for each time it has an effect in the world: whoever causes two is caught by counting. */
function effect(method: string): ActionMethod {
  return async (call) => {
    await reach(`before the effect of ${method}`, call);
    await call.database.query(
      'INSERT INTO effect (conversation_id, method, idempotency_key, attempt) VALUES ($1, $2, $3, $4)',
      [call.conversationId, method, call.idempotencyKey, call.attempt],
    );
    await reach(`after the effect of ${method}`, call);
    return { status: 'done', result: { reference: 'R-1' } };
  };
}

export const orders: ActionHandler = {
  kind: 'action',
  name: 'orders',
  methods: { cancel: effect('cancel'), notify: effect('notify') },
};

export const steps: StepHook = {
  kind: 'step-hook',
  beforeStep: (step, call) => atConfirmation(`before ${step}`, call),
  afterStep: (step, _outcome, call) => atConfirmation(`after ${step}`, call),
};

async function atConfirmation(name: string, call: CallContext): Promise<void> {
  if (call.userText === 'yes') await reach(name, call);
}
