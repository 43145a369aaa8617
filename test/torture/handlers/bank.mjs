// What the services carry out. Each effect is a line of a file outside of them; of a transactional one, a row.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { behaviourOf, EFFECT_TABLE, POLICY_OF } from '../flow.mjs';
import { trueNow } from '../moved-clock.mjs';

const SLOW_MS = 4_000;

/** @throws Error after the effect, where the amount says so: it has happened, and the handler cannot tell */
async function grant({ actionKey, arguments: args, attempt, conversationId, database, idempotencyKey, signal }) {
  const behaviour = behaviourOf(args.amount);
  if (behaviour === 'refuses') return { status: 'failed', message: 'the bank refused.', retryable: false };
  if (behaviour === 'can be tried again' && attempt === 1)
    return { status: 'failed', message: 'the bank is closed.', retryable: true };
  if (behaviour === 'slow') await sleep(args.amount % SLOW_MS, undefined, { signal });
  const effect = { conversationId, key: idempotencyKey, attempt, arguments: args, at: trueNow() };
  if (POLICY_OF[actionKey] === 'transactional') await insertEffect(database, effect);
  else appendFileSync(process.env.TORTURE_EFFECTS, `${JSON.stringify(effect)}\n`);
  if (behaviour === 'throws after its effect') throw new Error('the connection to the bank broke');
  return { status: 'done', result: { amount: args.amount } };
}

async function insertEffect(database, { conversationId, key, attempt, arguments: args, at }) {
  await database.query(
    `INSERT INTO ${EFFECT_TABLE} (conversation_id, idempotency_key, attempt, arguments, at_ms) VALUES ($1, $2, $3, $4, $5)`,
    [conversationId, key, attempt, JSON.stringify(args), at],
  );
}

export const bank = { kind: 'action', name: 'bank', methods: { grant } };
