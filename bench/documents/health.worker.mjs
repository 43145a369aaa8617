// Asks for health and posts turns, one after the other, in a thread of its own, so that what the bench does is not in
// the times. Answers each message with the times since the last one, in milliseconds.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;
let seen = nothing();
parentPort.on('message', () => {
  parentPort.postMessage(seen);
  seen = nothing();
});

for (;;) {
  await timed('health', () => fetch(`${workerData}/api/v1/health`));
  await timed('turns', () => fetch(`${workerData}/api/v1/conversation/message`, turn()));
  await sleep(PAUSE_MS);
}

async function timed(kind, send) {
  const start = performance.now();
  const response = await send();
  await response.arrayBuffer();
  seen[kind].push(performance.now() - start);
  if (response.status !== 200) seen.failures += 1;
}

function turn() {
  const body = JSON.stringify({ conversationId: randomUUID(), message: 'hello' });
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

function nothing() {
  return { health: [], turns: [], failures: 0 };
}
