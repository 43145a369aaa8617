// The work that is measured: conversations of two turns, one after the other in each of several workers.
import { randomUUID } from 'node:crypto';
import { CONVERSATION } from './flow.mjs';
import { quantile } from './statistics.mjs';

/**
 * Holds conversations until the time is over.
 * @param openWorker called once for each worker; gives `send(conversationId, message)`, which gives the reply as text
 * @returns turns per second and latencies in milliseconds of the turns that ended in time
 * @throws Error when a reply is not the expected one
 */
export async function holdConversations(openWorker, { concurrency, ms }) {
  const workers = await Promise.all(Array.from({ length: concurrency }, (_, index) => openWorker(index)));
  const latencies = CONVERSATION.map(() => []);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  await Promise.all(workers.map((worker) => work(worker.send, endsAt, latencies)));
  const spent = process.cpuUsage(cpu);
  for (const worker of workers) worker.close?.();
  const all = latencies.flat();
  return {
    turns: all.length,
    turnsPerSecond: all.length / (ms / 1000),
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    p50Turn1: quantile(latencies[0], 0.5),
    p50Turn2: quantile(latencies[1], 0.5),
    ownCpuMs: (spent.user + spent.system) / 1000,
  };
}

async function work(send, endsAt, latencies) {
  while (performance.now() < endsAt) {
    const conversationId = randomUUID();
    for (const [index, turn] of CONVERSATION.entries()) {
      const startedAt = performance.now();
      checkReply(turn, await send(conversationId, turn.message));
      const endedAt = performance.now();
      if (endedAt <= endsAt) latencies[index].push(endedAt - startedAt);
    }
  }
}

/** @throws Error when the reply does not say what the turn must say */
export function checkReply(turn, text) {
  if (!text.includes(turn.reply)) throw new Error(`"${turn.message}" was answered with ${text.slice(0, 500)}`);
}

/** In a child process: measures whenever the parent asks. `openWorkers(request)` gives what `holdConversations` needs. */
export function measureOnRequest(openWorkers) {
  process.on('message', async (request) => {
    try {
      process.send({ result: await holdConversations(openWorkers(request), request) });
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  });
}
