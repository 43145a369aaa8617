import { isJsonObject, type JsonObject, toStorableJson } from '../common/json.js';
import { isTracing, traceHeaders } from '../telemetry/index.js';
import { confidential } from './column-cipher.js';
import type { Database } from './database.js';
import type { Row, SqlRunner } from './sql-runner.js';

/** An event for the outside: a row of `ce_outbox_event`, written together with the change it tells of. */
export interface OutboxEvent {
  readonly conversationId: string;
  /** What receivers recognise a repeated delivery by. */
  readonly eventId: string;
  readonly type: string;
  readonly payload: JsonObject;
  /** Milliseconds since 1970 UTC. Events of a conversation go out in the order in which they are stored. */
  readonly createdAtMs: number;
}

const COLUMNS = 'conversation_id, event_id, event_type, payload_json, created_at_ms, next_attempt_at_ms';

/** Adds one event; its parameters are `outboxValues`. */
export const ADD_OUTBOX_EVENT = `INSERT INTO ce_outbox_event (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $5)`;

/** The parameters of `ADD_OUTBOX_EVENT`; the payload is encrypted where there are keys. */
export function outboxValues(event: OutboxEvent): unknown[] {
  const { conversationId, eventId, type, payload, createdAtMs } = event;
  return [conversationId, eventId, type, confidential('payload_json', toStorableJson(payload)), createdAtMs];
}

/** Where a stored payload keeps the trace that it belongs to, which is no part of what is told. */
const TRACE = '_trace';

/** A payload as it is to be stored: with the trace at hand, for whoever delivers it later. */
export function withTrace(payload: JsonObject): JsonObject {
  return isTracing() ? { ...payload, [TRACE]: { ...traceHeaders() } } : payload;
}

/** A stored payload as it is told, and the trace that it belongs to. */
export function withoutTrace(stored: JsonObject): { readonly payload: JsonObject; readonly trace: JsonObject } {
  const { [TRACE]: trace = null, ...payload } = stored;
  return { payload, trace: isJsonObject(trace) ? trace : {} };
}

/** One conditional change of one row, `RETURNING` it. */
export interface RowChange {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Changes a row, and stores what is told of it: both, or neither where the condition does not hold. On PostgreSQL that
 * is one statement.
 * @param event left out where nobody is told
 * @param via the transaction it is to be part of
 * @returns the changed row, if there is one
 */
export async function changeAndTell(
  database: Database,
  change: RowChange,
  event: OutboxEvent | undefined,
  via: SqlRunner = database,
): Promise<Row[]> {
  const { sql, parameters } = change;
  if (!event) return via.query(sql, parameters);
  if (database.dialect === 'postgres') {
    return via.query(inOneStatement(sql, parameters.length), [...parameters, ...outboxValues(event)]);
  }
  const inOrder = async (runner: SqlRunner) => {
    const rows = await runner.query(sql, parameters);
    if (rows.length > 0) await runner.query(ADD_OUTBOX_EVENT, outboxValues(event));
    return rows;
  };
  return via === database ? database.transaction(inOrder) : inOrder(via);
}

function inOneStatement(sql: string, parameterCount: number): string {
  const [conversation, id, type, payload, time] = [1, 2, 3, 4, 5].map((n) => `$${parameterCount + n}`);
  return `
    WITH changed AS (${sql}),
    told AS (
      INSERT INTO ce_outbox_event (${COLUMNS})
      SELECT ${conversation}::uuid, ${id}::uuid, ${type}::text, ${payload}::jsonb, ${time}::bigint, ${time}::bigint
        FROM changed)
    SELECT * FROM changed`;
}
