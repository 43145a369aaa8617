import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import type { ToolExecutor } from '../../run/index.js';
import type { Executable } from '../../tool.js';
import { type SqlWork, type Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { openToolDatabase } from './open-tool-database.js';
import type { BoundedQuery, QueryAnswer, ToolDatabase } from './tool-database.js';

/** Rows of a template with `:limit` whose caller names none. */
const USUAL_LIMIT = 200;

/** Runs the SQL of `ce_mcp_db_tool` rows on the configured database; it connects with the first call. */
@Injectable()
export class DbToolExecutor implements ToolExecutor, OnApplicationShutdown {
  readonly group = 'DB';
  private readonly database: ToolDatabase;
  /** No more than this is read, as JSON. */
  private readonly resultBytes: number;

  constructor(@Inject(CONFIG) config: Pick<ConvEngineConfig, 'mcp' | 'database' | 'limits'>) {
    this.database = openToolDatabase(config);
    this.resultBytes = config.limits.toolResultBytes;
  }

  find({ does: sql }: Tool): Executable | undefined {
    if (sql.kind !== 'sql') return undefined;
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

  private async run(sql: SqlWork, call: ToolCall): Promise<JsonValue> {
    refuseArguments(sql.inputSchema, call);
    const asked = call.arguments.limit;
    const limit = Math.min(typeof asked === 'number' ? Math.max(0, asked) : USUAL_LIMIT, sql.maxRows);
    const bound = sql.template.bind({ ...call.arguments, limit, idempotency_key: call.idempotencyKey });
    const answer = await this.answer({
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

  /** What fails before it is committed is undone; of what fails in the commit, the database itself says that. */
  private async answer(query: BoundedQuery): Promise<QueryAnswer> {
    try {
      return await this.database.run(query);
    } catch (error) {
      query.signal.throwIfAborted();
      throw error instanceof ToolError ? error : new ToolError(messageOf(error), { cause: error });
    }
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
function resultOf(answer: QueryAnswer, full: number): JsonValue {
  if ('changed' in answer) return { rowCount: answer.changed };
  const rows = [...answer.rows];
  if (!answer.isCut && rows.length < full) return rows;
  return { rows, truncated: true, warning: `Result set truncated to ${rows.length} rows.` };
}
