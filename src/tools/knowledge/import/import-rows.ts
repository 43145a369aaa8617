import type { Database, SqlRunner } from '../../../platform/persistence/index.js';
import { type KnowledgeSettings, quoteName, readSchemaRows } from '../knowledge-rows.js';
import { FOREIGN_KEY_TAG, PRIMARY_KEY_TAG, type SchemaRow } from '../schema-row.js';

/** What becomes of the rows of an import. */
export interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface ImportOptions {
  /**
   * `replace`: what is imported is the DBA's word, and takes the place of what a row said; what it leaves empty stays.
   * `fill`: a description that is there stays, and so do tags; keys are taken as the database has them now.
   */
  readonly mode: 'replace' | 'fill';
  /** Only counts. */
  readonly dryRun: boolean;
  /** Called after each row. */
  onProgress?(done: number, all: number): void;
}

/** Longest description and list of tags that the engine's own table takes, in characters. */
const DESCRIPTION_LENGTH = 2_000;
const TAGS_LENGTH = 1_000;

/** Brings rows into schema knowledge, each once by table and column, in one transaction; rows of others are left alone. */
export async function importRows(
  database: Database,
  settings: KnowledgeSettings,
  imported: readonly SchemaRow[],
  options: ImportOptions,
): Promise<ImportCounts> {
  const known = new Map(
    (await readSchemaRows(database, { ...settings, scanLimit: Number.MAX_SAFE_INTEGER - 1 })).rows.map((row) => [
      keyOf(row),
      row,
    ]),
  );
  const wanted = new Map(imported.map((row) => [keyOf(row), row]));
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const changes = [...wanted.values()].map((row) => changeOf(row, known.get(keyOf(row)), options.mode));
  for (const { kind } of changes) counts[kind] += 1;
  if (options.dryRun) return counts;
  const statements = statementsFor(settings);
  await database.transaction(async (transaction) => {
    for (const [index, change] of changes.entries()) {
      await apply(transaction, statements, change);
      options.onProgress?.(index + 1, changes.length);
    }
  });
  return counts;
}

interface Change {
  readonly kind: keyof ImportCounts;
  readonly row: SchemaRow;
}

function changeOf(row: SchemaRow, known: SchemaRow | undefined, mode: ImportOptions['mode']): Change {
  const short = { ...row, description: row.description.slice(0, DESCRIPTION_LENGTH), tags: fitting(row.tags) };
  if (!known) return { kind: 'added', row: short };
  const [first, second] = mode === 'replace' ? [short, known] : [known, short];
  const description = first.description || second.description;
  const tags = fitting(mode === 'replace' ? replacedTags(known.tags, short.tags) : filledTags(known.tags, short.tags));
  const isSame = description === known.description && joined(tags) === joined(known.tags);
  const { tableName, columnName } = known;
  return { kind: isSame ? 'unchanged' : 'changed', row: { tableName, columnName, description, tags } };
}

function replacedTags(known: readonly string[], given: readonly string[]): string[] {
  return given.length === 0 ? [...known] : [...known.filter(isKeyTag), ...given];
}

function filledTags(known: readonly string[], found: readonly string[]): string[] {
  return [...known.filter((tag) => !isKeyTag(tag)), ...found];
}

function fitting(tags: readonly string[]): string[] {
  const kept = [...new Set(tags)];
  while (joined(kept).length > TAGS_LENGTH) kept.pop();
  return kept;
}

function isKeyTag(tag: string): boolean {
  return tag === PRIMARY_KEY_TAG || FOREIGN_KEY_TAG.test(tag);
}

function joined(tags: readonly string[]): string {
  return tags.join(',');
}

function keyOf({ tableName, columnName }: SchemaRow): string {
  return JSON.stringify([tableName.toLowerCase(), columnName.toLowerCase()]);
}

function statementsFor(settings: KnowledgeSettings): { readonly insert: string; readonly update: string } {
  const table = quoteName(settings.schemaCatalogTable);
  const [name, column, description, tags] = [
    settings.schemaTableNameColumn,
    settings.schemaColumnNameColumn,
    settings.schemaDescriptionColumn,
    settings.schemaTagsColumn,
  ].map(quoteName);
  return {
    insert: `INSERT INTO ${table} (${name}, ${column}, ${description}, ${tags}) VALUES ($1, $2, $3, $4)`,
    update: `UPDATE ${table} SET ${description} = $3, ${tags} = $4 WHERE ${name} = $1 AND coalesce(${column}, '') = $2`,
  };
}

async function apply(
  transaction: SqlRunner,
  { insert, update }: ReturnType<typeof statementsFor>,
  { kind, row }: Change,
): Promise<void> {
  const texts = [row.description || null, joined(row.tags) || null];
  if (kind === 'added') await transaction.query(insert, [row.tableName, row.columnName || null, ...texts]);
  if (kind === 'changed') await transaction.query(update, [row.tableName, row.columnName, ...texts]);
}
