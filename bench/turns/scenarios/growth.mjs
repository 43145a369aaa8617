import { randomUUID } from 'node:crypto';
import { checkReply } from '../conversations.mjs';
import { openLogMeter } from '../databases.mjs';
import { CONVERSATION } from '../flow.mjs';
import { openConnection } from '../http-connection.mjs';
import { median, quantile } from '../statistics.mjs';
import { checkExecutions } from '../targets.mjs';

const EARLY_TURN = 10;
/** Turns of one window. */
const WINDOW = 10;

/**
 * What a turn costs late in a conversation against early in one. Every conversation goes on proposing and executing.
 * Long ones are prepared first; then a window of a long one and a window of a new one alternate, one turn at a time.
 */
export async function growth(bench, { engine }) {
  const long = await Promise.all(
    Array.from({ length: bench.longConversations }, () => prepare(engine.url, bench.lateTurn)),
  );
  // Opened only now: the service closes a connection that has no request for half a minute.
  const connection = await openConnection(engine.url);
  const meter = await openLogMeter(engine.scratch);
  const late = { exchangeMs: [], bytes: [] };
  const early = { exchangeMs: [], bytes: [] };
  for (let round = 0; round < bench.growthRounds; round += 1) {
    for (const conversation of long) {
      await window(connection, conversation, meter, late);
      const fresh = randomUUID();
      await exchanges(connection, fresh, EARLY_TURN / 2 - 2);
      await window(connection, fresh, meter, early);
    }
  }
  await meter.close();
  connection.close();
  await checkExecutions(engine.scratch);
  return {
    lateTurn: bench.lateTurn,
    p50Early: quantile(early.exchangeMs, 0.5) / 2,
    p50Late: quantile(late.exchangeMs, 0.5) / 2,
    p50Ratio: median(late.exchangeMs) / median(early.exchangeMs),
    bytesEarly: Math.min(...early.bytes),
    bytesLate: Math.min(...late.bytes),
    bytesRatio: Math.min(...late.bytes) / Math.min(...early.bytes),
  };
}

/** A conversation just before its late turns. */
async function prepare(url, lateTurn) {
  const connection = await openConnection(url);
  const id = randomUUID();
  await exchanges(connection, id, (lateTurn - WINDOW) / 2);
  connection.close();
  return id;
}

/** A proposal and its execution, so often. Times are those of both turns together. */
async function exchanges(connection, id, count) {
  const times = [];
  for (let exchange = 0; exchange < count; exchange += 1) {
    const startedAt = performance.now();
    for (const turn of CONVERSATION) checkReply(turn, await connection.send(id, turn.message));
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function window(connection, id, meter, into) {
  const before = await meter.bytes();
  into.exchangeMs.push(...(await exchanges(connection, id, WINDOW / 2)));
  into.bytes.push(((await meter.bytes()) - before) / WINDOW);
}
