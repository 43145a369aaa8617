import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database, Row } from '../../platform/persistence/index.js';
import type { QueryRow } from './query-index.js';
import type { SchemaRow } from './schema-row.js';

/** `convengine.mcp.db.knowledge`. */
export type KnowledgeSettings = ConvEngineConfig['mcp']['db']['knowledge'];

/** The rows of one knowledge table, and whether there are more than may be read. */
export interface KnowledgeRows<R> {
  readonly rows: readonly R[];
  readonly isCut: boolean;
}

const NAME = /^[A-Za-z0-9_$]+(\.[A-Za-z0-9_$]+)*$/;

/**
 * A table's name for SQL, each part in quotes: it is taken letter by letter.
 * @throws EngineError CONFIGURATION_INVALID for what is no name
 */
export function quoteName(name: string): string {
  if (NAME.test(name))
    return name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.');
  throw new EngineError('CONFIGURATION_INVALID', `Unsafe or blank DB knowledge identifier: ${name}`);
}

/** Reads query knowledge, whatever its table and columns are called. */
export async function readQueryRows(database: Database, settings: KnowledgeSettings): Promise<KnowledgeRows<QueryRow>> {
  return readRows(database, settings.queryCatalogTable, settings.scanLimit, (text) => ({
    queryText: text(settings.queryTextColumn),
    description: text(settings.queryDescriptionColumn),
    preparedSql: text(settings.preparedSqlColumn),
    tags: splitTags(text(settings.tagsColumn)),
    apiHints: splitTags(text(settings.apiHintsColumn)),
  }));
}

/** Reads schema knowledge, whatever its table and columns are called. */
export async function readSchemaRows(
  database: Database,
  settings: KnowledgeSettings,
): Promise<KnowledgeRows<SchemaRow>> {
  return readRows(database, settings.schemaCatalogTable, settings.scanLimit, (text) => ({
    tableName: text(settings.schemaTableNameColumn),
    columnName: text(settings.schemaColumnNameColumn),
    description: text(settings.schemaDescriptionColumn),
    tags: splitTags(text(settings.schemaTagsColumn)),
  }));
}

/** Tags stand in one text, between commas or bars. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** All columns are read, so that a table without one of them can be used: what it lacks is empty. */
async function readRows<R>(
  database: Database,
  table: string,
  limit: number,
  read: (text: (column: string) => string) => R,
): Promise<KnowledgeRows<R>> {
  const rows = await database.query(`SELECT * FROM ${quoteName(table)} LIMIT ${limit + 1}`);
  return { rows: rows.slice(0, limit).map((row) => read(textReader(row))), isCut: rows.length > limit };
}

function textReader(row: Row): (column: string) => string {
  const values = new Map(Object.entries(row).map(([column, value]) => [column.toLowerCase(), value]));
  return (column) => {
    const value = values.get(column.toLowerCase());
    if (value === null || value === undefined) return '';
    return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
  };
}
