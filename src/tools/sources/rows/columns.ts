import { isJsonObject, type JsonObject, parseJson } from '../../../platform/common/json.js';
import { checkSchemaDocument } from '../../../platform/common/json-schema.js';
import type { FlowProblems } from '../../flow-problem.js';
import { normalizeCode } from '../../scope.js';

/** Rows that are switched on; a null counts as on, as the contract's nullable column has it. */
export function enabled<T extends { enabled: boolean | null }>(rows: readonly T[]): T[] {
  return rows.filter((row) => row.enabled ?? true);
}

/** Id, scope and priority in the form the indexes want. */
export function scope(row: { intentCode: string; stateCode: string; priority?: number | null }, id: number) {
  return {
    id,
    intent: normalizeCode(row.intentCode),
    state: normalizeCode(row.stateCode),
    priority: row.priority ?? 100,
  };
}

/** A JSON Schema column: text on SQLite, an object on PostgreSQL. Reported and undefined where it cannot be used. */
export function readSchema(
  table: string,
  id: number,
  column: unknown,
  problems: FlowProblems,
  name = 'json_schema',
): JsonObject | undefined {
  const value = typeof column === 'string' ? parseJson(column) : column;
  if (!isJsonObject(value)) {
    problems.error(table, id, name, 'is not a JSON object');
    return undefined;
  }
  const problem = checkSchemaDocument(value);
  if (problem) {
    problems.error(table, id, name, `is not a usable JSON Schema: ${problem}`);
    return undefined;
  }
  return value;
}
