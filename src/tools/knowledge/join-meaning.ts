import { fuseRanks, type Similar } from '../../platform/embeddings/index.js';
import type { QueryRow } from './query-index.js';
import type { SchemaRow } from './schema-row.js';

/** What is near a question by meaning, best first. */
export interface NearRows {
  readonly queries: readonly Similar[];
  readonly schema: readonly Similar[];
}

export const NOTHING_NEAR: NearRows = { queries: [], schema: [] };

/** A row's name in an index by meaning. */
export const queryId = ({ queryText, description, preparedSql }: QueryRow) =>
  JSON.stringify([queryText, description, preparedSql]);
export const schemaId = ({ tableName, columnName, description }: SchemaRow) =>
  JSON.stringify([tableName, columnName, description]);

/** What a row means. */
export const queryMeaning = ({ queryText, description }: QueryRow) => `${queryText}\n${description}`.trim();
export const schemaMeaning = ({ tableName, columnName, description }: SchemaRow) =>
  `${columnName === '' ? tableName : `${tableName}.${columnName}`}: ${description}`;

/** The tables of rows that are near, each as near as its nearest row. */
export function nearTables(near: readonly Similar[], rows: ReadonlyMap<string, SchemaRow>): Similar[] {
  const tables = new Map<string, Similar>();
  for (const { id, similarity } of near) {
    const table = rows.get(id)?.tableName;
    if (table !== undefined && !tables.has(table)) tables.set(table, { id: table, similarity });
  }
  return [...tables.values()];
}

/**
 * One list of what fits by words and what fits by meaning, in the order of both rankings together; a hit scores what the
 * better of the two gives it.
 * @param hitOf the hit of an id that only its meaning has found; undefined where it is gone
 */
export function joinHits<Hit extends { readonly score: number }>(
  byWords: readonly Hit[],
  near: readonly Similar[],
  idOf: (hit: Hit) => string,
  hitOf: (id: string, score: number) => Hit | undefined,
): Hit[] {
  const words = new Map(byWords.map((hit) => [idOf(hit), hit]));
  const meant = new Map(near.map(({ id, similarity }) => [id, similarity]));
  return fuseRanks([...words.keys()], [...meant.keys()]).flatMap(({ id }) => {
    const score = Math.max(words.get(id)?.score ?? 0, meant.get(id) ?? 0);
    const hit = words.get(id) ?? hitOf(id, score);
    return hit ? [{ ...hit, score }] : [];
  });
}
