// The durable workflows that the services run. Each of their effects, and each undoing, is a line of the file of effects.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOf } from '../flow.mjs';
import { trueNow } from '../moved-clock.mjs';
import { bookingWorkflows } from '../workflows/bookings.mjs';

const { ToolError } = await import(`${process.env.TORTURE_PRODUCT}/dist/src/tools/index.js`);

/** Half of its time passes before the effect, half after it. @throws ToolError where the car is sold out: nothing has happened */
async function call(step, { idempotencyKey: key, attempt, signal }, { conversationId, runId, arguments: args }) {
  if (step === 'car' && args.isSoldOut) throw new ToolError('there is no car left');
  await sleep(args.slowMs / 2, undefined, { signal });
  const effect = { conversationId, runId, step, key, attempt, arguments: startOf(args), at: trueNow() };
  appendFileSync(process.env.TORTURE_EFFECTS, `${JSON.stringify(effect)}\n`);
  await sleep(args.slowMs / 2, undefined, { signal });
  return key;
}

export const [booking, room] = bookingWorkflows(call);
