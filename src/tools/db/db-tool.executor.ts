import type { JsonObject, JsonValue } from '../../common/json.js';
import { compileSchema } from '../../common/json-schema.js';
import type { SqlToolDefinition, ToolDefinition } from '../../flow/index.js';
import type { ToolCall } from '../../handlers/index.js';
import { ToolError } from '../tool-error.js';
import type { ExecutableTool, ToolExecutor } from '../tool-executor.js';
import type { ToolAnswer, ToolDatabase } from './tool-database.js';

/** Rows of a template with `:limit` whose caller names none. */
const USUAL_LIMIT = 200;

/** Runs the SQL of `ce_mcp_db_tool` rows. */
export class DbToolExecutor implements ToolExecutor {
  readonly group = 'DB';

  /** @param resultBytes no more than this is read, as JSON */
  constructor(
    private readonly database: ToolDatabase,
    private readonly resultBytes: number,
  ) {}

  find({ sql }: ToolDefinition): ExecutableTool | undefined {
    if (!sql) return undefined;
    return {
      sideEffect: sql.template.mode === 'read' ? 'READ' : 'WRITE',
      inputSchema: sql.inputSchema,
      execute: (call) => this.run(sql, call),
    };
  }

  /** Called by Nest when no turn runs any more. */
  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }

  private async run(sql: SqlToolDefinition, call: ToolCall): Promise<JsonValue> {
    refuseArguments(sql.inputSchema, call);
    const asked = call.arguments.limit;
    const limit = Math.min(typeof asked === 'number' ? Math.max(0, asked) : USUAL_LIMIT, sql.maxRows);
    const bound = sql.template.bind({ ...call.arguments, limit, idempotency_key: call.idempotencyKey });
    const answer = await this.database.run({
      ...bound,
      mode: sql.template.mode,
      maxRows: sql.maxRows,
      maxBytes: this.resultBytes,
      signal: call.signal,
      deadline: call.deadline,
    });
    const isLimited = typeof asked === 'number' && asked > sql.maxRows;
    return resultOf(answer, isLimited ? sql.maxRows : Number.POSITIVE_INFINITY);
  }
}

/** Once more, since `input_schema` of the tool's own row may be another one. */
function refuseArguments(schema: JsonObject, { toolCode, arguments: args }: ToolCall): void {
  const problems = compileSchema(schema).check(args);
  if (problems.length === 0) return;
  const text = problems.map(({ path, message }) => `${path || 'args'} ${message}`).join('; ');
  throw new ToolError(`Arguments of ${toolCode} are not valid: ${text}`);
}

/**
 * A list of rows, as in the contract; only where rows are missing does it stand beside a warning.
 * @param full as many rows as this mean that a limit was lowered
 */
function resultOf(answer: ToolAnswer, full: number): JsonValue {
  if ('changed' in answer) return { rowCount: answer.changed };
  const rows = [...answer.rows];
  if (!answer.isCut && rows.length < full) return rows;
  return { rows, truncated: true, warning: `Result set truncated to ${rows.length} rows.` };
}
