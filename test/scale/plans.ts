import { toPostgresValue } from '../../src/platform/persistence/index.js';
import type { TestDatabase } from '../helpers/databases.js';
import type { SentStatement } from './every-statement.js';

/** A step of how PostgreSQL would run a statement. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * How PostgreSQL would run a statement, all steps. A table that holds little is read from end to end, because that is faster
 * then; as this is about tables that hold much, it is told to do so only where there is no other way.
 */
export function planOf({ database }: TestDatabase, { sql, parameters }: Omit<SentStatement, 'part'>): Promise<Plan[]> {
  return database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL enable_seqscan = off');
    const [row] = await transaction.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON, COSTS OFF) ${sql}`,
      parameters.map(toPostgresValue),
    );
    return (row?.['QUERY PLAN'] ?? []).flatMap((explained) => [...partsOf(explained.Plan)]);
  });
}

function* partsOf(plan: Plan): Generator<Plan> {
  yield plan;
  for (const inner of plan.Plans ?? []) yield* partsOf(inner);
}

/** One of each text. */
export function uniqueBySql(sent: readonly SentStatement[]): SentStatement[] {
  return [...new Map(sent.map((statement) => [statement.sql, statement])).values()];
}
