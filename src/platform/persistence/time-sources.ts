import { uptime } from 'node:os';
import type { Clock } from '../common/clock.js';
import type { Database } from './database.js';
import type { SqlRunner } from './sql-runner.js';
import type { TimeReading } from './time-estimate.js';

/** Tells what time it is. */
export type TimeSource = () => Promise<TimeReading>;

/** As the database's server has it. */
export function timeOf(database: SqlRunner): TimeSource {
  return async () => {
    const askedAt = performance.now();
    const [row] = await database.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms', []);
    const epochMs = Number(row?.now_ms);
    return { askedAt, answeredAt: performance.now(), earliestMs: epochMs, latestMs: epochMs };
  };
}

/** What time it is for a service on this database, for commands that are soon over; in milliseconds since 1970 UTC. */
export async function timeNow(database: Database): Promise<number> {
  if (database.dialect === 'sqlite') return Date.now();
  return Math.floor((await timeOf(database)()).earliestMs);
}

/** The time of a service on this database, read once and counted on from there, for commands that take longer. */
export async function clockOf(database: Database): Promise<Clock> {
  const [nowMs, readAt] = [await timeNow(database), performance.now()];
  return { now: () => Math.floor(nowMs + performance.now() - readAt) };
}

/** How precisely the machine says how long it runs: in hundredths of seconds, or elsewhere than on Linux in seconds. */
const RESOLUTION_MS = process.platform === 'linux' ? 20 : 2_000;

/**
 * As this machine had it when this was called, and by how long the machine has run since then. Setting its clock does
 * not change that; that it slept does, which a process's monotonic clock knows nothing of.
 */
export function timeOfMachine(wall: () => number = Date.now, uptimeSeconds: () => number = uptime): TimeSource {
  const startedAt = performance.now();
  const [epochMs, upMs] = [wall(), uptimeSeconds() * 1_000];
  let isFirst = true;
  return async () => {
    const askedAt = isFirst ? startedAt : performance.now();
    const passedMs = isFirst ? 0 : uptimeSeconds() * 1_000 - upMs;
    const slackMs = isFirst ? 0 : RESOLUTION_MS;
    const answeredAt = isFirst ? startedAt : performance.now();
    isFirst = false;
    return { askedAt, answeredAt, earliestMs: epochMs + passedMs - slackMs, latestMs: epochMs + passedMs + slackMs };
  };
}
