// Questions with the tables and columns that answer them: `schema-questions.SET.jsonl` beside `schema-tables.SET.jsonl`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sets in a folder; none where it is not there. */
export function readSets(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => /^schema-questions\.(.+)\.jsonl$/.exec(file)?.[1])
    .filter((name) => name !== undefined && existsSync(join(folder, `schema-tables.${name}.jsonl`)))
    .sort()
    .map((name) => readSet(folder, name));
}

/**
 * The knowledge rows of tables, as an import would write them: all databases in one catalogue, each a schema. A set tells
 * what it has of each: label, description, what its values mean, some of them, and the keys.
 */
export function rowsOf(tables) {
  return tables.flatMap(({ db, table, table_label: label, description, columns }) => {
    const tableName = `${db}.${table}`;
    const columnRows = columns.map((column) => ({ tableName, columnName: column.name, ...knownOf(column, db) }));
    return [{ tableName, columnName: '', description: joined([label, description]), tags: [] }, ...columnRows];
  });
}

function knownOf({ label, description, value_description: meaning, values, primary_key: isKey, references }, db) {
  const keys = [...(isKey ? ['pk'] : []), ...[references ?? []].flat().map((target) => `fk:${db}.${target}`)];
  return { description: joined([label, description, meaning]), tags: [...keys, ...(values ?? []).map(String)] };
}

/** The texts that are there, each once. */
function joined(texts) {
  return [...new Set(texts.filter((text) => typeof text === 'string' && text.trim() !== ''))].join('. ');
}

function readSet(folder, name) {
  const questions = readLines(join(folder, `schema-questions.${name}.jsonl`)).map((line) => ({
    database: line.db,
    question: line.question,
    tables: line.gold_tables.map((table) => `${line.db}.${table}`.toLowerCase()),
    columns: (line.gold_columns ?? []).map((column) => `${line.db}.${column}`.toLowerCase()),
  }));
  return { name, questions, tables: readLines(join(folder, `schema-tables.${name}.jsonl`)) };
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}
