import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import { wasUndone } from './database-errors.js';
import type { SqlRunner } from './sql-runner.js';

const MOST_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Runs `work` in one transaction, and again where the database undid it for the sake of another change. For work that does
 * nothing outside of the transaction: never for a handler's.
 * @param signal breaks it off
 * @throws EngineError DATABASE_UNAVAILABLE, as for any transaction
 */
export async function repeatableTransaction<T>(
  database: Database,
  work: (transaction: SqlRunner) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work, { signal });
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !wasUndone(error)) throw error;
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
}
