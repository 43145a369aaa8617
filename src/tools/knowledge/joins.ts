import type { Lexicon } from './lexicon.js';
import { type Catalogue, type CatalogueTable, FOREIGN_KEY_TAG, type SchemaRow } from './schema-row.js';

/** A column name that many tables share is a habit, not a key. */
const MOST_SHARING = 40;
const KEY_NAME = /^(.+)_(?:id|code|key|no|num|number|uid|uuid|nbr)$/;

interface Column {
  readonly table: number;
  readonly row: SchemaRow;
  /** The name in terms: `customer_id` for `CustomerID`. */
  readonly key: string;
}

/**
 * How tables hang together: by foreign keys where the rows name them; else by what their names say, as of `customer_id`
 * in two tables, or in one beside a table `customers`; and by standing in one prepared query.
 */
export function joinTables(
  tables: readonly CatalogueTable[],
  usedTogether: readonly (readonly string[])[],
  lexicon: Lexicon,
): Pick<Catalogue, 'joins' | 'keys'> {
  const joins = tables.map(() => new Set<number>());
  const keys = new Set<SchemaRow>();
  const link = (one: number, other: number) => {
    if (one === other) return;
    joins[one]?.add(other);
    joins[other]?.add(one);
  };
  const columns = tables.flatMap((table, number) => table.columns.map((row) => columnOf(row, number, lexicon)));
  const byName = new Map(tables.map((table, number) => [table.name.toLowerCase(), number]));
  for (const pair of [
    ...declared(tables, columns, byName),
    ...shared(tables, columns),
    ...named(tables, columns, lexicon),
  ]) {
    keys.add(pair.row);
    link(pair.table, pair.other);
  }
  for (const names of usedTogether) {
    const numbers = names.flatMap((name) => byName.get(name.toLowerCase()) ?? []);
    for (const one of numbers) for (const other of numbers) link(one, other);
  }
  return { joins, keys };
}

interface Join {
  readonly table: number;
  readonly other: number;
  readonly row: SchemaRow;
}

function columnOf(row: SchemaRow, table: number, lexicon: Lexicon): Column {
  return { table, row, key: lexicon.termsOf(row.columnName).join('_') };
}

function declared(
  tables: readonly CatalogueTable[],
  columns: readonly Column[],
  byName: ReadonlyMap<string, number>,
): Join[] {
  return columns.flatMap(({ table, row }) =>
    row.tags.flatMap((tag) => {
      const target = FOREIGN_KEY_TAG.exec(tag)?.[1]?.toLowerCase();
      const schema = tables[table]?.schemaName.toLowerCase();
      const other = target && (byName.get(target) ?? byName.get(`${schema}.${target}`));
      return typeof other === 'number' ? [{ table, other, row }] : [];
    }),
  );
}

function shared(tables: readonly CatalogueTable[], columns: readonly Column[]): Join[] {
  const sharing = new Map<string, Column[]>();
  for (const column of columns) {
    if (!KEY_NAME.test(column.key)) continue;
    const name = `${tables[column.table]?.schema} ${column.key}`;
    const list = sharing.get(name);
    if (list) list.push(column);
    else sharing.set(name, [column]);
  }
  return [...sharing.values()]
    .filter((list) => list.length > 1 && list.length < MOST_SHARING)
    .flatMap((list) => list.flatMap(({ table, row }) => list.map((other) => ({ table, other: other.table, row }))));
}

function named(tables: readonly CatalogueTable[], columns: readonly Column[], lexicon: Lexicon): Join[] {
  const byTerms = new Map(
    tables.map(({ schema, ownName }, number) => [`${schema} ${lexicon.termsOf(ownName).join('_')}`, number]),
  );
  return columns.flatMap(({ table, row, key }) => {
    const other = byTerms.get(`${tables[table]?.schema} ${KEY_NAME.exec(key)?.[1]}`);
    return other === undefined || other === table ? [] : [{ table, other, row }];
  });
}
