import {
  conversationsIn,
  dropMonth,
  hasStragglers,
  mayChangeMonths,
  type NewestOfMonth,
  noteDropped,
  type RecordMonth,
  recordMonths,
} from '../../platform/audit/index.js';
import { type Database, isMissingTable } from '../../platform/persistence/index.js';
import { listOf, selectIdle } from './prune-statements.js';
import { restAfter } from './rest-after.js';
import type { RetentionRules } from './retention-rules.js';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Which months go. */
export interface MonthPruning {
  readonly rules: RetentionRules;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: number;
  /** Conversations that are looked at, or noted down, at a time. */
  readonly batch: number;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Drops the months of turn records whose conversations are all past their retention, the oldest first; what else is past
 * it goes row by row. A month is dropped when the newest record that each conversation has in it is noted down, so that
 * what is left can be verified. Does nothing on SQLite, and where the tables are somebody else's.
 *
 * @returns how many it has dropped; in a dry run, would have
 * @throws EngineError DATABASE_UNAVAILABLE
 */
export async function pruneMonths(database: Database, options: MonthPruning): Promise<number> {
  const { rules, dryRun = false, signal } = options;
  const beforeMs = Math.max(rules.conversationsBeforeMs ?? 0, rules.auditBeforeMs ?? 0);
  if (beforeMs === 0 || rules.status !== undefined || !(await mayChangeMonths(database))) return 0;
  let gone = 0;
  for (const month of await recordMonths(database)) {
    if (month.toMs === null || month.toMs > beforeMs || signal?.aborted) break;
    const looked = await lookThrough(database, month, beforeMs, options).catch((error: unknown) => {
      // Another run has dropped it meanwhile.
      if (isMissingTable(error)) return 'kept' as const;
      throw error;
    });
    if (looked === 'kept') break;
    if (looked === 'empty' && month.fromMs === null) continue;
    if (!dryRun && !(await dropMonth(database, month))) break;
    gone += 1;
  }
  return gone;
}

/** Goes through the conversations of a month, up to one that is kept, and notes down what of them goes with it. */
async function lookThrough(
  database: Database,
  month: RecordMonth,
  beforeMs: number,
  { nowMs, batch, dryRun, signal }: MonthPruning,
): Promise<'empty' | 'past' | 'kept'> {
  let found: 'empty' | 'past' = 'empty';
  for (let after = FIRST; !signal?.aborted; ) {
    const some = await conversationsIn(database, month, after, batch);
    const last = some.at(-1);
    if (last === undefined) return found;
    const isPast = await restAfter(signal, async () => {
      if (!(await areIdle(database, some, beforeMs, nowMs)) || (await hasStragglers(database, month, some)))
        return false;
      if (!dryRun) await noteDropped(database, month, some);
      return true;
    });
    if (!isPast) return 'kept';
    found = 'past';
    after = last.conversationId;
  }
  return 'kept';
}

/** Whether nobody has used any of them since, and none has anything to do. */
async function areIdle(
  database: Database,
  some: readonly NewestOfMonth[],
  beforeMs: number,
  nowMs: number,
): Promise<boolean> {
  const ids = some.map(({ conversationId }) => conversationId);
  const list = listOf(database.dialect, ids);
  const idle = await database.query(selectIdle(database.dialect, false), [list, new Date(beforeMs), nowMs]);
  return idle.length === ids.length;
}
