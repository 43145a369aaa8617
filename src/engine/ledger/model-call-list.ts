import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Row, readTimestamp } from '../../platform/persistence/index.js';
import { instantBound, isInstant, LATEST_INSTANT } from './instants.js';
import {
  type ListQuery,
  MOST_SCANNED,
  ofTenant,
  type Page,
  type PageRequest,
  Parameters,
  readCursor,
  readPage,
} from './page.js';

/** Which calls of models are wanted. Times are milliseconds since 1970 UTC. */
export interface ModelCallFilter {
  readonly conversationId?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** A call of a model as it was written down. Times are ISO 8601. */
export interface ModelCallItem {
  readonly id: string;
  readonly conversationId: string;
  readonly at: string;
  /** The step of the turn that asked. */
  readonly purpose: string;
  readonly intent: string;
  readonly state: string;
  readonly provider: string;
  readonly model: string;
  /** The system's part of the question; its length and SHA-256 where prompts are not logged, as the next two. */
  readonly prompt: string;
  /** The user's part of it. */
  readonly userContext: string;
  readonly answer: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly durationMs: number;
  readonly success: boolean;
  readonly error: string | null;
}

/** Reads the calls of models, the newest first. */
@Injectable()
export class ModelCallList {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE */
  async page(filter: ModelCallFilter, { limit, cursor }: PageRequest): Promise<Page<ModelCallItem>> {
    const after = cursor === undefined ? LATEST_INSTANT : readCursor(cursor, isInstant);
    const { time, id } = instantBound(after, filter.untilMs, this.database.dialect);
    const query = listQuery(this.database, filter, { time, id }, await ofTenant(this.database));
    const page = await readPage(this.database, query, limit);
    return { ...page, items: page.items.map(modelCall) };
  }
}

function listQuery(
  { dialect }: Database,
  { conversationId, sinceMs }: ModelCallFilter,
  after: { time: string; id: string },
  ofTenant: readonly string[],
): ListQuery {
  const parameters = new Parameters();
  const time = parameters.add(after.time);
  const place = `${dialect === 'postgres' ? `CAST(${time} AS timestamptz)` : time}, ${parameters.add(after.id)}`;
  const bounds = [...ofTenant, `(created_at, llm_call_id) < (${place})`];
  if (sinceMs !== undefined) bounds.push(`created_at >= ${parameters.add(new Date(sinceMs))}`);
  if (conversationId !== undefined) bounds.push(`conversation_id = ${parameters.add(conversationId)}`);
  return {
    order: ['created_at', 'llm_call_id'],
    timeText: 'CAST(created_at AS text)',
    sources: [`SELECT * FROM ce_llm_call_log WHERE ${bounds.join(' AND ')}`],
    conditions: [],
    values: parameters.values,
    sourceValues: parameters.values.length,
    mostScanned: MOST_SCANNED,
  };
}

function modelCall(row: Row): ModelCallItem {
  return {
    id: String(row.llm_call_id),
    conversationId: String(row.conversation_id),
    at: readTimestamp(row.created_at).toISOString(),
    purpose: String(row.step),
    intent: String(row.intent_code),
    state: String(row.state_code),
    provider: String(row.provider),
    model: String(row.model),
    prompt: String(row.prompt_text),
    userContext: String(row.user_context),
    answer: textOrNull(row.response_text),
    promptTokens: numberOrNull(row.input_tokens),
    completionTokens: numberOrNull(row.output_tokens),
    durationMs: Number(row.duration_ms),
    success: Boolean(row.success),
    error: textOrNull(row.error_message),
  };
}

function textOrNull(value: unknown): string | null {
  return value == null ? null : String(value);
}

function numberOrNull(value: unknown): number | null {
  return value == null ? null : Number(value);
}
