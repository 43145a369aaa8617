import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/platform/persistence/index.js';

const DAY_MS = 86_400_000;

/** What a conversation has had. */
export interface Past {
  /** When it was used last. */
  readonly daysAgo: number;
  /** One action with this status each; those that were begun have the yes that claimed them. */
  readonly actions?: readonly ('OPEN' | 'IN_PROGRESS' | 'EXECUTED' | 'EXPIRED')[];
  readonly status?: string;
  /** A turn holds it. */
  readonly isLeased?: boolean;
  readonly event?: 'due' | 'delivered' | 'given up';
  readonly workflow?: 'RUNNING' | 'WAITING' | 'HELD' | 'DONE';
}

/** Stores a conversation with a row in every table that belongs to one. @returns its id */
export async function storeConversation(database: Database, past: Past): Promise<string> {
  const id = randomUUID();
  const atMs = Date.now() - past.daysAgo * DAY_MS;
  const at = new Date(atMs);
  const run = (sql: string, parameters: readonly unknown[] = []) => database.query(sql, [id, ...parameters]);
  await run(
    `INSERT INTO ce_conversation (conversation_id, status, intent_code, state_code, context_json, last_user_text, turn_no,
       last_audit_id, lease_owner, lease_expires_at, updated_at) VALUES ($1, $2, 'ORDER', 'DONE', $3, 'secret', 7, 9, $4, $5, $6)`,
    [past.status ?? 'RUNNING', { who: 'secret' }, past.isLeased ? 'a turn' : null, Date.now() + 60_000, at],
  );
  await run(`INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input) VALUES ($1, 7, 'secret')`);
  await run(
    `INSERT INTO ce_audit_event (conversation_id, audit_id, turn_no, stage, payload_json) VALUES ($1, 8, 6, 'USER_INPUT', $2)`,
    [{ text: 'secret' }],
  );
  await run(
    `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, record_hash, events_json)
     VALUES ($1, 9, 9, 7, 'newest', $2)`,
    [JSON.stringify([[0, 0, 'USER_INPUT', { text: 'secret' }]])],
  );
  await run(`UPDATE ce_conversation SET last_record_hash = 'newest' WHERE conversation_id = $1`);
  await run(
    `INSERT INTO ce_turn_reply (conversation_id, idempotency_key, request_hash, turn_no, http_status, response_text)
     VALUES ($1, 'key', 'hash', 7, 200, 'secret')`,
  );
  await run(
    `INSERT INTO ce_mcp_user_feedback (conversation_id, feedback_id, feedback_type, user_query) VALUES ($1, $1, 'UP', 'secret')`,
  );
  await run(
    `INSERT INTO ce_notification (conversation_id, idempotency_key, channel, template, recipients_json, status, message_id,
       created_at_ms) VALUES ($1, 'key', 'email', 't', '["secret"]', 'SENT', 'm', $2)`,
    [atMs],
  );
  await run(
    `INSERT INTO ce_workflow_run (conversation_id, run_id, workflow, arguments_json, status, started_at_ms, deadline_ms)
     VALUES ($1, 'run', 'w', '{"who": "secret"}', $2, $3, $3)`,
    [past.workflow ?? 'DONE', atMs],
  );
  await run(
    `INSERT INTO ce_workflow_step (conversation_id, run_id, step, step_no, status, result_json, started_at_ms)
     VALUES ($1, 'run', 's', 0, 'DONE', '{"result": "secret"}', $2)`,
    [atMs],
  );
  await run(
    `INSERT INTO ce_flow_shadow_example (conversation_id, shadow_no, way_hash, turn_no, example_json)
     VALUES ($1, 1, 'way', 1, '{"message": "secret"}')`,
  );
  await run(
    `INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context, success,
       duration_ms, created_at) VALUES ($1, $1, 'Step', 'p', 'm', 'secret', '', $2, 1, $3)`,
    [true, at],
  );
  if (past.event) {
    await run(
      `INSERT INTO ce_outbox_event (conversation_id, event_id, event_type, payload_json, created_at_ms, next_attempt_at_ms,
         delivered_at_ms) VALUES ($1, $1, 'pending_action', '{}', $2, $3, $4)`,
      [atMs, past.event === 'given up' ? null : atMs, past.event === 'delivered' ? atMs : null],
    );
  }
  for (const status of past.actions ?? []) {
    const begunAtMs = status === 'IN_PROGRESS' || status === 'EXECUTED' ? atMs : null;
    await run(
      `INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
         arguments_json, arguments_hash, question, status, idempotency_key, created_turn, created_at_ms, in_progress_at_ms,
         confirmed_by, confirmed_words)
       VALUES ($1, $2, 'pay', 'bank:pay', 'ORDER', 'DONE', '{"amount": 7}', 'hash', 'Shall I pay 7?', $3, $4, 7, $5, $6, $7, $8)`,
      [randomUUID(), status, `key-${status}`, atMs, begunAtMs, begunAtMs && 'USER', begunAtMs && 'yes'],
    );
  }
  return id;
}

/** How many rows a conversation has, by table; tables without any are left out. */
export async function rowsOf(database: Database, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of CONVERSATION_TABLES) {
    const [row] = await database.query(`SELECT count(*) AS n FROM ${table} WHERE conversation_id = $1`, [id]);
    if (Number(row?.n) > 0) counts[table] = Number(row?.n);
  }
  return counts;
}

export const CONVERSATION_TABLES = [
  'ce_conversation',
  'ce_conversation_history',
  'ce_turn_record',
  'ce_audit_event',
  'ce_action_proposal',
  'ce_turn_reply',
  'ce_mcp_user_feedback',
  'ce_notification',
  'ce_workflow_step',
  'ce_workflow_run',
  'ce_flow_shadow_example',
  'ce_outbox_event',
  'ce_llm_call_log',
];
