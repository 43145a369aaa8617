import type { DatabaseReader, Row } from '../../../platform/persistence/index.js';
import { PRIMARY_KEY_TAG, type SchemaRow } from '../schema-row.js';

/** One column as the catalogue of a database has it. */
interface ColumnRow extends Row {
  readonly table_name: string;
  readonly column_name: string;
  readonly table_comment: string | null;
  readonly column_comment: string | null;
  readonly is_key: boolean | number;
  /** `TABLE.COLUMN` of what it refers to, one a line. */
  readonly refers_to: string | null;
}

/** Tables of the default schema are called by their name alone. */
const POSTGRES_COLUMNS = `
  WITH tables AS (
    SELECT c.oid, CASE WHEN n.nspname = current_schema() THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
       AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relname !~ '^ce_')
  SELECT t.name AS table_name, a.attname AS column_name,
         obj_description(t.oid, 'pg_class') AS table_comment, col_description(t.oid, a.attnum) AS column_comment,
         EXISTS (SELECT 1 FROM pg_constraint k
                  WHERE k.conrelid = t.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)) AS is_key,
         (SELECT string_agg(DISTINCT f.name || '.' || fa.attname, E'\\n') FROM pg_constraint k
            JOIN tables f ON f.oid = k.confrelid
            JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
           WHERE k.conrelid = t.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)) AS refers_to
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
   ORDER BY t.name, a.attnum`;

/** A foreign key that names no column refers to the primary key. SQLite keeps no comments. */
const SQLITE_COLUMNS = `
  SELECT t.name AS table_name, c.name AS column_name, NULL AS table_comment, NULL AS column_comment,
         c.pk > 0 AS is_key,
         (SELECT group_concat(f."table" || '.' || coalesce(f."to", p.name), char(10))
            FROM pragma_foreign_key_list(t.name) f
            LEFT JOIN pragma_table_info(f."table") p ON f."to" IS NULL AND p.pk = f.seq + 1
           WHERE f."from" = c.name) AS refers_to
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c
   WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name NOT LIKE 'ce\\_%' ESCAPE '\\'
   ORDER BY t.name, c.cid`;

/** The tables and columns of a database as knowledge rows: comments as descriptions, keys as tags. */
export async function readDatabase(reader: DatabaseReader): Promise<SchemaRow[]> {
  const columns = await reader.query<ColumnRow>(reader.dialect === 'postgres' ? POSTGRES_COLUMNS : SQLITE_COLUMNS);
  const tables = new Map(columns.map(({ table_name: name, table_comment: comment }) => [name, comment ?? '']));
  return [...tables].flatMap(([tableName, description]) => [
    { tableName, columnName: '', description, tags: [] },
    ...columns.filter(({ table_name: name }) => name === tableName).map(rowOf),
  ]);
}

function rowOf({ table_name, column_name, column_comment, is_key, refers_to }: ColumnRow): SchemaRow {
  const references = (refers_to ?? '').split('\n').filter((target) => target !== '');
  const tags = [...(is_key ? [PRIMARY_KEY_TAG] : []), ...references.map((target) => `fk:${target}`)];
  return { tableName: table_name, columnName: column_name, description: column_comment ?? '', tags };
}
