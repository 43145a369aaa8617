import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkReply } from '../conversations.mjs';
import { countRoundTrips } from '../count-round-trips.mjs';
import { openLogMeter, query, storedBytes } from '../databases.mjs';
import { CONVERSATION } from '../flow.mjs';
import { openConnection } from '../http-connection.mjs';
import { median } from '../statistics.mjs';
import { runEngine } from '../targets.mjs';

const WINDOWS = 8;
const CONVERSATIONS = 10;

/** What one turn writes, and on PostgreSQL how often it goes to the database: of the engine and of the floor. */
export async function cost(bench, { engine, floor }) {
  const result = { engine: await written(engine), floor: await written(floor) };
  if (engine.scratch.kind === 'postgres') result.engine.wire = await roundTrips(bench, engine.scratch);
  return result;
}

/** Bytes and rows of a turn. What goes to the log is the smallest of several windows: other writers only add to it. */
async function written({ url, scratch }) {
  const connection = await openConnection(url);
  await converse(connection, CONVERSATIONS);
  const rowsBefore = await countRows(scratch);
  const storedBefore = await storedBytes(scratch);
  const meter = await openLogMeter(scratch);
  const windows = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const before = await meter.bytes();
    await converse(connection, CONVERSATIONS);
    windows.push(((await meter.bytes()) - before) / (CONVERSATIONS * CONVERSATION.length));
  }
  await meter.close();
  connection.close();
  const turns = WINDOWS * CONVERSATIONS * CONVERSATION.length;
  return {
    logBytesPerTurn: Math.min(...windows),
    logBytesPerTurnMedian: median(windows),
    keptBytesPerTurn: ((await storedBytes(scratch)) - storedBefore) / turns,
    rowsPerTurn: ((await countRows(scratch)) - rowsBefore) / turns,
  };
}

/** Rows of all tables together. */
async function countRows(scratch) {
  const tables = await query(
    scratch,
    scratch.kind === 'postgres'
      ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
      : "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ');
  const [{ rows }] = await query(scratch, `SELECT ${counts} AS rows`);
  return Number(rows);
}

/** So long nothing has been said, in milliseconds, when the notifications of a turn are through. */
const QUIET_MS = 40;

/**
 * Statements and round trips of each of the two turns up to its reply, counted on the wire, one conversation after the other. What is
 * told to other processes follows the reply.
 */
async function roundTrips(bench, scratch) {
  const proxy = await countRoundTrips(scratch.url);
  const engine = await runEngine(bench, scratch, { url: proxy.url });
  const connection = await openConnection(engine.url);
  await converse(connection, 2);
  const turns = CONVERSATION.map(() => ({ statements: [], roundTrips: [] }));
  for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
    const id = randomUUID();
    for (const [index, turn] of CONVERSATION.entries()) {
      await setTimeout(QUIET_MS);
      const before = proxy.counts();
      checkReply(turn, await connection.send(id, turn.message));
      const after = proxy.counts();
      turns[index].statements.push(after.statements - before.statements);
      turns[index].roundTrips.push(after.roundTrips - before.roundTrips);
    }
  }
  connection.close();
  await engine.stop();
  proxy.close();
  return turns.map((turn) => ({ statements: median(turn.statements), roundTrips: median(turn.roundTrips) }));
}

async function converse(connection, count) {
  for (let conversation = 0; conversation < count; conversation += 1) {
    const id = randomUUID();
    for (const turn of CONVERSATION) checkReply(turn, await connection.send(id, turn.message));
  }
}
