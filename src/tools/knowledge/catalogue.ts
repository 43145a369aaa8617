import { compareTexts } from './compare-texts.js';
import { joinTables } from './joins.js';
import type { Lexicon } from './lexicon.js';
import type { Catalogue, CatalogueTable, SchemaRow } from './schema-row.js';

/**
 * Reads rows as tables, whatever their order; names differ in more than case.
 * @param usedTogether tables that stand in one prepared query
 */
export function readCatalogue(
  rows: readonly SchemaRow[],
  usedTogether: readonly (readonly string[])[],
  lexicon: Lexicon,
): Catalogue {
  const schemas = new Map<string, number>();
  const byName = new Map<string, SchemaRow[]>();
  for (const row of [...rows].sort(compareRows)) {
    const name = row.tableName.toLowerCase();
    const list = byName.get(name);
    if (list) list.push(row);
    else if (name !== '') byName.set(name, [row]);
  }
  const tables = [...byName.values()].map((list) => readTable(list, schemas));
  return { tables, schemaCount: schemas.size, ...joinTables(tables, usedTogether, lexicon) };
}

function readTable(rows: readonly SchemaRow[], schemas: Map<string, number>): CatalogueTable {
  const name = rows[0]?.tableName ?? '';
  const dot = name.lastIndexOf('.');
  const schemaName = name.slice(0, Math.max(dot, 0));
  const schema = schemas.get(schemaName.toLowerCase()) ?? schemas.size;
  schemas.set(schemaName.toLowerCase(), schema);
  const columns = rows.filter((row) => row.columnName !== '');
  const row = rows.find(({ columnName }) => columnName === '');
  return { name, schema, schemaName, ownName: name.slice(dot + 1), row, columns };
}

/** The same order on every database, so that ties are always told alike. */
function compareRows(one: SchemaRow, other: SchemaRow): number {
  return compareTexts(
    [one.tableName, one.columnName, one.description],
    [other.tableName, other.columnName, other.description],
  );
}
