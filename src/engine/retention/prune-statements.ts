import { type Dialect, uuidArray } from '../../platform/persistence/index.js';

/** `$1`: a list of ids, so that a statement is the same for any number of them. */
const SOME: Readonly<Record<Dialect, string>> = {
  sqlite: 'conversation_id IN (SELECT value FROM json_each($1))',
  postgres: 'conversation_id = ANY($1::uuid[])',
};

/** A condition on rows of conversations. */
export function ofSome(dialect: Dialect): string {
  return SOME[dialect];
}

/** `$1` of that condition. */
export function listOf(dialect: Dialect, ids: readonly string[]): string {
  return dialect === 'sqlite' ? JSON.stringify(ids) : uuidArray(ids);
}

/** The next conversations in the order of their ids, after `$1`: the primary key alone, at most `$2`. */
export const PAGE = `
  SELECT conversation_id, updated_at FROM ce_conversation
   WHERE conversation_id > $1 ORDER BY conversation_id LIMIT $2`;

/**
 * Conversations that nobody has used since `$2`, that nobody holds at `$3`, and that have nothing to do: no action that is
 * open or in doubt, no event to deliver, no workflow at work, no schedule with times to come. `$1` is a list of them. Where they are to be changed on
 * PostgreSQL, it is one of them, which is locked, and left out when somebody else has locked it: a database of many nodes
 * locks rows of one node only.
 */
export function selectIdle(dialect: Dialect, toChange: boolean): string {
  const locks = dialect === 'postgres' && toChange;
  const key = locks ? '$1' : 'c.conversation_id';
  const which = locks ? 'c.conversation_id = $1' : `c.${SOME[dialect]}`;
  return `
    SELECT c.conversation_id, c.status, c.updated_at,
           CASE WHEN EXISTS (
             SELECT 1 FROM ce_action_proposal p
              WHERE p.conversation_id = ${key} AND p.in_progress_at_ms IS NOT NULL) THEN 1 ELSE 0
           END AS has_evidence
      FROM ce_conversation c
     WHERE ${which} AND c.updated_at < $2
       AND (c.lease_owner IS NULL OR c.lease_expires_at <= $3)
       AND NOT EXISTS (
         SELECT 1 FROM ce_action_proposal p
          WHERE p.conversation_id = ${key} AND p.status IN ('OPEN', 'IN_PROGRESS'))
       AND NOT EXISTS (
         SELECT 1 FROM ce_outbox_event e
          WHERE e.conversation_id = ${key}
            AND e.delivered_at_ms IS NULL AND e.next_attempt_at_ms IS NOT NULL)
       AND NOT EXISTS (
         SELECT 1 FROM ce_workflow_run w WHERE w.conversation_id = ${key} AND w.status IN ('RUNNING', 'WAITING', 'HELD'))
       AND NOT EXISTS (
         SELECT 1 FROM ce_schedule s WHERE s.conversation_id = ${key} AND s.next_at_ms IS NOT NULL)
     ${locks ? 'FOR UPDATE OF c SKIP LOCKED' : ''}`;
}

/** What a conversation has that is no record of consent. The status PRUNED says that nothing else is left. */
export const EMPTIED_TABLES = [
  'ce_conversation_history',
  'ce_turn_reply',
  'ce_mcp_user_feedback',
  'ce_outbox_event',
  'ce_notification',
  'ce_workflow_step',
  'ce_workflow_run',
  'ce_flow_shadow_example',
  'ce_schedule',
  'ce_llm_call_log',
] as const;

/** Empties conversations; `$2` is their new status. When they were used last stays. */
export function emptyConversations(dialect: Dialect): string {
  return `
    UPDATE ce_conversation
       SET status = $2, intent_code = 'UNKNOWN', state_code = 'UNKNOWN', context_json = '{}', input_params_json = '{}',
           last_user_text = NULL, last_assistant_json = NULL
     WHERE ${SOME[dialect]}`;
}

/** Deletes the actions of conversations that were never begun. */
export function deleteUnbegun(dialect: Dialect): string {
  return `DELETE FROM ce_action_proposal WHERE ${SOME[dialect]} AND in_progress_at_ms IS NULL`;
}

/** Rows that go by their own time, `$1`, the oldest first; at most `$2`. */
export interface TimedRows {
  readonly count: string;
  readonly remove: string;
}

/** Model calls: `$1` is a timestamp. */
export const MODEL_CALLS = timedRows('ce_llm_call_log', 'llm_call_id', 'created_at');

/** Delivered events: `$1` is epoch milliseconds. What was given up stays, for somebody to look at. */
export const DELIVERED_EVENTS = timedRows('ce_outbox_event', 'event_id', 'delivered_at_ms');

/** Places of messages that waited: `$1` is epoch milliseconds. */
export const ARRIVALS = timedRows('ce_message_arrival', 'arrival_no', 'arrived_at_ms');

function timedRows(table: string, key: string, time: string): TimedRows {
  const old = `FROM ${table} WHERE ${time} IS NOT NULL AND ${time} < $1`;
  return {
    count: `SELECT count(*) AS n ${old}`,
    remove: `
      DELETE FROM ${table} WHERE (conversation_id, ${key}) IN (
        SELECT conversation_id, ${key} ${old} ORDER BY ${time} LIMIT $2)
      RETURNING ${key}`,
  };
}
