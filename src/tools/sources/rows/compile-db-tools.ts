import { isJsonObject, parseJson } from '../../../platform/common/json.js';
import type { DbToolRow, ToolRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../flow-problem.js';
import { normalizeCode } from '../../scope.js';
import type { DefiningRows } from '../../source.js';
import { type SqlDialect, type SqlReader, SqlRefusal, type SqlRules } from '../../sql-guard/index.js';
import type { SqlWork } from '../../tool.js';
import { argumentsSchema, listsOf, unusedProperties } from './arguments-schema.js';
import { enabled, readSchema } from './columns.js';

const TABLE = 'ce_mcp_db_tool';
const DIALECTS: Readonly<Record<string, readonly SqlDialect[]>> = {
  POSTGRES: ['postgres'],
  POSTGRESQL: ['postgres'],
  SQLITE: ['sqlite'],
  ANSI: ['postgres', 'sqlite'],
};
/** Rows that a tool may give, whatever its row says. */
const MOST_ROWS = 10_000;

/** The SQL of tools, by tool id. Every statement is read and checked here, so that a call can only fill in values. */
export function compileDbTools(
  { tools, dbTools }: DefiningRows,
  rules: SqlRules,
  problems: FlowProblems,
  reader: SqlReader,
): Map<number, SqlWork> {
  const toolsById = new Map(enabled(tools).map((tool) => [tool.toolId, tool]));
  const definitions = new Map<number, SqlWork>();
  for (const row of dbTools) {
    const tool = toolsById.get(row.toolId);
    const definition = tool && compileRow(row, tool, rules, problems, reader);
    if (definition) definitions.set(row.toolId, definition);
  }
  return definitions;
}

function compileRow(
  row: DbToolRow,
  tool: ToolRow,
  rules: SqlRules,
  problems: FlowProblems,
  { SqlTemplate }: SqlReader,
): SqlWork | undefined {
  const dialects = readDialects(row, rules, problems);
  const schema = readSchema(TABLE, row.toolId, row.paramSchema, problems, 'param_schema');
  const allowedIdentifiers = readIdentifiers(row, problems);
  const isFit = checkNumbersAndEffect(row, tool, problems);
  if (!dialects || !schema || allowedIdentifiers === undefined || !isFit) return undefined;
  const mode = row.safeMode ? 'read' : 'write';
  const source = { toolId: row.toolId, sql: row.sqlTemplate, dialects, mode, allowedIdentifiers } as const;
  try {
    const template = new SqlTemplate({ ...source, lists: listsOf(schema) }, rules);
    const inputSchema = argumentsSchema(schema, template);
    for (const name of unusedProperties(schema, template)) {
      problems.warn(TABLE, row.toolId, 'param_schema', `"${name}" is used nowhere in sql_template`);
    }
    return { kind: 'sql', template, inputSchema, maxRows: row.maxRows };
  } catch (error) {
    if (!(error instanceof SqlRefusal)) throw error;
    problems.error(TABLE, row.toolId, 'sql_template', error.message);
    return undefined;
  }
}

function readDialects(row: DbToolRow, rules: SqlRules, problems: FlowProblems): readonly SqlDialect[] | undefined {
  const dialects = DIALECTS[normalizeCode(row.dialect)];
  if (!dialects) {
    problems.error(TABLE, row.toolId, 'dialect', `"${row.dialect}" is unknown; use POSTGRES, SQLITE or ANSI`);
  } else if (!dialects.includes(rules.dialect)) {
    const text = `is ${row.dialect}, but the SQL of tools runs on ${rules.dialect.toUpperCase()}; ANSI suits both`;
    problems.error(TABLE, row.toolId, 'dialect', text);
    return undefined;
  }
  return dialects;
}

/** @returns undefined where the column cannot be used */
function readIdentifiers(row: DbToolRow, problems: FlowProblems): Record<string, readonly string[]> | null | undefined {
  const column = row.allowedIdentifiers;
  if (column === null || column === undefined) return null;
  const value = typeof column === 'string' ? parseJson(column) : column;
  if (isJsonObject(value) && Object.values(value).every(isListOfText)) return value as Record<string, string[]>;
  problems.error(TABLE, row.toolId, 'allowed_identifiers', 'is not JSON like {"table":["orders","customers"]}');
  return undefined;
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function checkNumbersAndEffect(row: DbToolRow, tool: ToolRow, problems: FlowProblems): boolean {
  const hasRows = Number.isInteger(row.maxRows) && row.maxRows >= 1 && row.maxRows <= MOST_ROWS;
  if (!hasRows) {
    problems.error(TABLE, row.toolId, 'max_rows', `is ${row.maxRows}; use a whole number from 1 to ${MOST_ROWS}`);
  }
  const isHonest = row.safeMode || tool.sideEffect !== 'READ';
  if (!isHonest) {
    const text = 'is false, so that the tool may write, and side_effect of ce_mcp_tool says READ; correct one of them';
    problems.error(TABLE, row.toolId, 'safe_mode', text);
  }
  return hasRows && isHonest;
}
