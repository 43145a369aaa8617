import { EngineError } from '../../../platform/common/errors.js';
import { splitTags } from '../knowledge-rows.js';
import type { SchemaRow } from '../schema-row.js';

const COLUMNS = ['table_name', 'column_name', 'description', 'tags'] as const;

/**
 * Reads knowledge rows from CSV with the columns `table_name`, and of `column_name`, `description` and `tags` those
 * that there are; others are passed over.
 * @param fileName named in errors
 * @throws EngineError INVALID_REQUEST naming the line
 */
export async function readCsv(text: string, fileName: string): Promise<SchemaRow[]> {
  const records = await parseRecords(text, fileName);
  return records.map(({ record, line }) => {
    const value = (column: (typeof COLUMNS)[number]) => (record[column] ?? '').trim();
    if (value('table_name') === '') throw invalid(fileName, `line ${line} has no table_name`);
    return {
      tableName: value('table_name'),
      columnName: value('column_name'),
      description: value('description'),
      tags: splitTags(value('tags')),
    };
  });
}

interface CsvRecord {
  readonly record: Readonly<Record<string, string | undefined>>;
  readonly line: number;
}

async function parseRecords(text: string, fileName: string): Promise<CsvRecord[]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    return parse(text, {
      bom: true,
      columns: (header: string[]) => {
        const names = header.map((name) => name.trim().toLowerCase());
        if (names.includes('table_name')) return names;
        throw invalid(fileName, 'its first line has no column "table_name"; columns stand between commas');
      },
      skip_empty_lines: true,
      on_record: (record: CsvRecord['record'], { lines }): CsvRecord => ({ record, line: lines }),
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (error instanceof CsvError) throw invalid(fileName, error.message);
    throw error;
  }
}

function invalid(fileName: string, problem: string): EngineError {
  return new EngineError('INVALID_REQUEST', `${fileName} cannot be read as knowledge: ${problem}.`);
}
