import { type Evidence, increase, raise } from './evidence.js';
import type { Catalogue } from './schema-row.js';

/** A table and how well it fits, 0 to 1. */
export interface ScoredTable {
  readonly table: number;
  readonly score: number;
}

/** How much a table gains from what else is in its schema, from its neighbours, and from standing between two that fit. */
const SCHEMA = 0.8;
const NEIGHBOURS = 0.4;
const BRIDGE = 0.15;
/** How much less a word says in favour of a table when a better one accounts for it already. */
const ACCOUNTED = 0.5;
/** Tables that are looked at for the best ones. */
const CANDIDATES = 60;

/**
 * Ranks tables by the words they account for themselves, and by the company they are in: a question asks about one
 * database, so that tables of the schema that accounts for most of it go before look-alikes elsewhere.
 * @param full what a table would score that every word fits wholly
 * @returns the scores of all that fit, and the best `limit` by what each adds to those before it
 */
export function rankTables(
  evidence: readonly Evidence[],
  full: number,
  catalogue: Catalogue,
  limit: number,
): { readonly scores: ReadonlyMap<number, number>; readonly best: ScoredTable[] } {
  const own = sumOf(evidence, ({ groups }) => groups);
  const schemas = sumOf(evidence, ({ groups }) => bestBySchema(groups, catalogue));
  const isOneSchema = catalogue.schemaCount < 2;
  const highest = full * (1 + NEIGHBOURS + (isOneSchema ? 0 : SCHEMA));
  const scores = new Map<number, number>();
  for (const [table, { schema }] of catalogue.tables.entries()) {
    const company = isOneSchema ? 0 : SCHEMA * (schemas.get(schema) ?? 0);
    const near = own.has(table) ? NEIGHBOURS * withNeighbours(table, evidence, catalogue) : 0;
    const score = (own.get(table) ?? 0) + near + company + BRIDGE * secondBest(catalogue.joins[table], own);
    if (score > 0) scores.set(table, score / highest);
  }
  return { scores, best: pickBest(scores, evidence, highest, limit) };
}

function sumOf(
  evidence: readonly Evidence[],
  valuesOf: (one: Evidence) => ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const one of evidence) for (const [key, value] of valuesOf(one)) increase(sums, key, one.weight * value);
  return sums;
}

function bestBySchema(groups: ReadonlyMap<number, number>, { tables }: Catalogue): Map<number, number> {
  const best = new Map<number, number>();
  for (const [table, strength] of groups) raise(best, tables[table]?.schema ?? 0, strength);
  return best;
}

/** What a table and those it can be joined with account for together. */
function withNeighbours(table: number, evidence: readonly Evidence[], { joins }: Catalogue): number {
  const neighbours = joins[table] ?? new Set();
  let sum = 0;
  for (const { weight, groups } of evidence) {
    if (groups.size === 0) continue;
    let best = groups.get(table) ?? 0;
    for (const neighbour of neighbours) best = Math.max(best, groups.get(neighbour) ?? 0);
    sum += weight * best;
  }
  return sum;
}

/** Two neighbours that both fit make the table between them wanted. */
function secondBest(neighbours: ReadonlySet<number> | undefined, own: ReadonlyMap<number, number>): number {
  let first = 0;
  let second = 0;
  for (const neighbour of neighbours ?? []) {
    const score = own.get(neighbour) ?? 0;
    if (score > first) [first, second] = [score, first];
    else if (score > second) second = score;
  }
  return second;
}

function pickBest(
  scores: ReadonlyMap<number, number>,
  evidence: readonly Evidence[],
  highest: number,
  limit: number,
): ScoredTable[] {
  const candidates = [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, CANDIDATES);
  const covered = evidence.map(() => 0);
  const best: ScoredTable[] = [];
  while (best.length < limit && candidates.length > 0) {
    const worth = candidates.map(([table, score]) => score - accounted(table, evidence, covered) / highest);
    const [[table, score] = [0, 0]] = candidates.splice(worth.indexOf(Math.max(...worth)), 1);
    best.push({ table, score });
    for (const [index, { groups }] of evidence.entries()) {
      covered[index] = Math.max(covered[index] ?? 0, groups.get(table) ?? 0);
    }
  }
  return best;
}

function accounted(table: number, evidence: readonly Evidence[], covered: readonly number[]): number {
  let sum = 0;
  for (const [index, { weight, groups }] of evidence.entries()) {
    sum += weight * Math.min(groups.get(table) ?? 0, covered[index] ?? 0);
  }
  return ACCOUNTED * sum;
}
