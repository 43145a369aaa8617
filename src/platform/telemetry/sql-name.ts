import { LruCache } from '../common/lru-cache.js';

const KEPT = 1_000;
const MOST_CHARS = 120;
const names = new LruCache<string>(KEPT);

/** What does something to a table, and the table. */
const PARTS = /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|FROM|JOIN)\s+(?:ONLY\s+)?([A-Za-z_][\w.]*)/gi;
const VERBS: Readonly<Record<string, string>> = {
  'INSERT INTO': 'INSERT',
  'DELETE FROM': 'DELETE',
  FROM: 'SELECT',
  JOIN: 'SELECT',
};
const TEXTS = /'(?:[^']|'')*'/g;
/** Names that a statement gives to parts of itself. */
const PARTS_OF_ITS_OWN = /\b(\w+)\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi;
/** What stands behind `UPDATE` in the middle of other statements. */
const NO_TABLES = ['set', 'of', 'nowait', 'skip'];

/** A statement by what it does to which tables, such as `UPDATE ce_conversation INSERT ce_turn_record`: none of its values. */
export function statementName(sql: string): string {
  return names.get(sql, () => {
    const text = sql.replace(TEXTS, "''");
    const noTables = [...NO_TABLES, ...[...text.matchAll(PARTS_OF_ITS_OWN)].map(([, name = '']) => name.toLowerCase())];
    const parts = [...text.matchAll(PARTS)].flatMap(([, verb = '', table = '']) => {
      if (noTables.includes(table.toLowerCase())) return [];
      const word = verb.toUpperCase().replace(/\s+/, ' ');
      return [`${VERBS[word] ?? word} ${table}`];
    });
    const name = [...new Set(parts)].join(' ').slice(0, MOST_CHARS).trim();
    return name === '' ? (/^\s*([A-Za-z]+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL') : name;
  });
}
