import { type JsonObject, parseJson } from '../../../platform/common/json.js';
import type { ToolRow } from '../../../platform/persistence/index.js';
import { FlowProblems } from '../../flow-problem.js';
import type { DefiningRows, Reading, ToolSource } from '../../source.js';
import { loadSqlReader, type SqlReader, type SqlRules } from '../../sql-guard/index.js';
import { AS_ROW, type SqlWork, type Tool } from '../../tool.js';
import { readTransform } from '../../transform/index.js';
import { enabled, readSchema, scope } from './columns.js';
import { compileDbTools } from './compile-db-tools.js';

/** Where nobody says what SQL may touch, it may touch nothing. */
const STRICTEST_RULES: SqlRules = { dialect: 'sqlite', tables: [], functions: [] };
const CONSENT_STRENGTHS = ['PLAIN', 'STRONG', 'TYPED'] as const;
/** Where nobody knows which arguments are right, and which are secret, none are taken. */
const TAKES_NOTHING: JsonObject = { type: 'object', not: {} };
const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** The tools of `ce_mcp_tool`, with the statements of `ce_mcp_db_tool`. A row that is switched off is no tool. */
export class RowSource implements ToolSource {
  readonly name = 'rows';
  readonly beside = 'steps-back';

  private sqlReader: SqlReader | undefined;

  /** @param sqlRules what SQL of tools may touch */
  constructor(private readonly sqlRules = STRICTEST_RULES) {}

  async read(rows: DefiningRows): Promise<Reading> {
    await this.prepare(rows);
    return this.readRows(rows);
  }

  async prepare({ dbTools }: DefiningRows): Promise<void> {
    if (dbTools.length > 0) this.sqlReader ??= await loadSqlReader();
  }

  readRows(rows: DefiningRows): Reading {
    const problems = new FlowProblems();
    const sql = this.readSql(rows, problems);
    const tools = enabled(rows.tools).map((row) => compileTool(row, sql.get(row.toolId), problems));
    return { tools, problems: problems.list, counts: {} };
  }

  private readSql(rows: DefiningRows, problems: FlowProblems): Map<number, SqlWork> {
    if (rows.dbTools.length === 0) return new Map();
    if (this.sqlReader === undefined) throw new Error('rows of SQL tools are read before they were prepared');
    return compileDbTools(rows, this.sqlRules, problems, this.sqlReader);
  }
}

function compileTool(row: ToolRow, sql: SqlWork | undefined, problems: FlowProblems): Tool {
  return {
    ...scope(row, row.toolId),
    code: row.toolCode.trim(),
    group: row.toolGroup,
    description: row.description,
    inputSchema: optionalSchema(row.inputSchema, row.toolId, 'input_schema', problems, TAKES_NOTHING),
    outputSchema: optionalSchema(row.outputSchema, row.toolId, 'output_schema', problems, null),
    sideEffect: row.sideEffect === 'READ' || row.sideEffect === 'WRITE' ? row.sideEffect : null,
    risk: RISKS.find((known) => known === row.risk) ?? null,
    consent: CONSENT_STRENGTHS.find((known) => known === row.consent) ?? null,
    executionPolicy: row.executionPolicy === 'idempotent' ? 'idempotent' : 'at-most-once',
    timeoutMs: row.timeoutMs,
    ...transformOf(row, problems),
    origin: { source: 'rows', place: null },
    does: sql ?? { kind: 'group' },
    treatment: AS_ROW,
  };
}

/** A transform that cannot be used withholds every result, so that nothing is shown that it should have hidden. */
function transformOf({ toolId, transformJson }: ToolRow, problems: FlowProblems): Pick<Tool, 'transform'> {
  if (transformJson === null || transformJson === undefined) return {};
  const document = typeof transformJson === 'string' ? parseJson(transformJson) : transformJson;
  const { transform, problems: found } = readTransform(document);
  for (const { path, message } of found) {
    const text = `${path === '' ? '' : `${path}: `}${message}; every result is withheld`;
    problems.error('ce_mcp_tool', toolId, 'transform_json', text);
  }
  return { transform };
}

/** Null where the row has none. @param otherwise in the place of one that cannot be used */
function optionalSchema(
  column: unknown,
  id: number,
  name: string,
  problems: FlowProblems,
  otherwise: JsonObject | null,
): JsonObject | null {
  if (column === null || column === undefined) return null;
  return readSchema('ce_mcp_tool', id, column, problems, name) ?? otherwise;
}
