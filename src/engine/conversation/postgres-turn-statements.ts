import { PROPOSAL_COLUMNS } from '../pending-action/index.js';
import { RUNS } from './known-runs.js';
import { SCHEDULES, toldOf } from './known-schedules.js';
import { CONVERSATION_COLUMNS, PROPOSALS } from './read-turn-rows.js';

/*
 * The statements of `PostgresTurnStore`. PostgreSQL prepares a writer for every table that a statement names, even if it
 * writes no row there. Hence the shorter statements for usual turns: tables that few turns write to are only named in the
 * longer ones.
 */

/** What a turn reads beside the conversation's own row. `$1` conversation, `$2` Idempotency-Key, `$3` history length. */
const SURROUNDINGS = `
  (SELECT row_to_json(r) FROM ce_turn_reply r
    WHERE r.conversation_id = $1 AND r.idempotency_key = $2) AS reply,
  (SELECT json_agg(p) FROM (${PROPOSALS.postgres}) p) AS proposals,
  (SELECT json_agg(h) FROM (
     SELECT turn_no, user_input, assistant_output FROM ce_conversation_history
      WHERE conversation_id = $1 ORDER BY turn_no DESC LIMIT $3) h) AS history,
  (SELECT json_agg(w) FROM (${RUNS}) w) AS runs,
  (SELECT json_agg(s) FROM (${SCHEDULES}) s) AS schedules,
  (SELECT min(seen_turn) FROM ce_message_arrival
    WHERE conversation_id = $1 AND idempotency_key = $2) AS first_seen_turn`;

/** The conversation as it stood when the statement began. */
const SEEN = `
  (SELECT turn_no AS seen_turn_no, last_audit_id AS seen_audit_id, lease_owner AS seen_lease_owner, user_id AS seen_user_id
     FROM ce_conversation WHERE conversation_id = $1) seen`;

/**
 * Takes the lease, unless another process has a message that has waited longer.
 *
 * Within a process its own queue decides which message is next. That order may differ from the arrival numbers, and a
 * message that waited for one behind it in the queue would wait until both give up.
 *
 * The statement need not survive a crash of the server, because the commit of the turn checks the lease again and
 * does not relax durability.
 *
 * Here and below, the conversation is `$1` wherever it is named, so that a database of many nodes knows which
 * partition is meant.
 */
const TAKE_LEASE = `
  WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true)),
  leased AS (
    INSERT INTO ce_conversation (conversation_id, lease_owner, lease_expires_at, created_at, updated_at, kind, user_id)
    SELECT $1::uuid, $4::text, $5::bigint, $7::timestamptz, $7::timestamptz, $9::text, $11::text
     WHERE NOT EXISTS (
       SELECT 1 FROM ce_message_arrival earlier
        WHERE earlier.conversation_id = $1 AND earlier.waits_until_ms > $6 AND earlier.process <> $8
          AND earlier.arrival_no < COALESCE((
            SELECT min(own.arrival_no) FROM ce_message_arrival own
             WHERE $10::integer IS NOT NULL AND own.conversation_id = $1 AND own.waits_until_ms > $6
               AND own.process = $8), 2147483647))
       AND ($12::boolean OR EXISTS (SELECT 1 FROM ce_conversation known WHERE known.conversation_id = $1))
    ON CONFLICT (conversation_id) DO UPDATE SET lease_owner = $4, lease_expires_at = $5
      WHERE (ce_conversation.lease_owner IS NULL OR ce_conversation.lease_expires_at <= $6
             OR left(ce_conversation.lease_owner, length($8)) = $8)
        AND ($11::text IS NULL OR ce_conversation.user_id = $11::text)
    RETURNING ${CONVERSATION_COLUMNS.join(', ')})`;
/**
 * Takes the lease of a conversation that exists already, for work that lets every message go first. Whoever waited
 * while the conversation was erased finds nothing to update; an INSERT would begin it anew.
 */
const TAKE_LEASE_OF_KNOWN = `
  WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true)),
  leased AS (
    UPDATE ce_conversation SET lease_owner = $4, lease_expires_at = $5::bigint
     WHERE conversation_id = $1
       AND (lease_owner IS NULL OR lease_expires_at <= $6 OR left(lease_owner, length($7)) = $7)
       AND NOT EXISTS (
         SELECT 1 FROM ce_message_arrival earlier
          WHERE earlier.conversation_id = $1 AND earlier.waits_until_ms > $6 AND earlier.process <> $7)
    RETURNING ${CONVERSATION_COLUMNS.join(', ')})`;
/** One row, also where the conversation is somebody else's: without a lease, but with what was seen of it. */
const READ_LEASED = `
  SELECT leased.*, seen.*, ${SURROUNDINGS} FROM relaxed LEFT JOIN leased ON true LEFT JOIN ${SEEN} ON true`;

/** Takes the lease for a message that has not waited, and reads what its turn needs. */
export const OPEN = `${TAKE_LEASE} ${READ_LEASED}`;
/** The same for work beside turns. */
export const OPEN_KNOWN = `${TAKE_LEASE_OF_KNOWN} ${READ_LEASED}`;
/** The same for a message that has waited, and waits no longer. */
export const OPEN_AFTER_WAITING = `${TAKE_LEASE},
  served AS (
    UPDATE ce_message_arrival SET waits_until_ms = NULL
     WHERE conversation_id = $1 AND arrival_no = $10::integer AND EXISTS (SELECT 1 FROM leased))
  ${READ_LEASED}`;

/** Reads all of it as it stands now. */
export const READ_AGAIN = `SELECT ${CONVERSATION_COLUMNS.join(', ')}, ${SURROUNDINGS} FROM ce_conversation WHERE conversation_id = $1`;

/** `$4` events, `$6` to `$15` what stands beside them in the record. */
const RECORD = `
  INSERT INTO ce_turn_record (conversation_id, turn_no, first_audit_id, last_audit_id, created_at, intent_code, state_code,
         error_code, duration_ms, principal, previous_hash, record_hash, events_json)
  SELECT $1::uuid, $3::integer, $6::bigint, $6::bigint + $7::integer - 1, $8::timestamptz, $9, $10,
         $11, $12::integer, $13, $14, $15, $4::json
    FROM leased WHERE $7::integer > 0`;

/** `$1` to `$25`, of every turn. */
const STORE_TURN = `
  WITH leased AS (
    UPDATE ce_conversation
       SET turn_no = $3, last_audit_id = last_audit_id + $7::integer, last_record_hash = $15, updated_at = $5,
           status = $16, intent_code = $17, state_code = $18, context_json = $19,
           last_user_text = COALESCE($20, last_user_text), last_assistant_json = $21, handover_at_ms = $22::bigint,
           handover_queue = $23, handover_note = $24, handover_by = $25, lease_owner = NULL, lease_expires_at = NULL
     WHERE conversation_id = $1 AND lease_owner = $2
     RETURNING conversation_id),
  record AS (${RECORD}),
  history AS (
    INSERT INTO ce_conversation_history
           (conversation_id, turn_no, user_input, assistant_output, created_at, modified_at)
    SELECT $1::uuid, $3::integer, COALESCE($20, ''), $21, $5, $5 FROM leased)`;

/** `$26` to `$29`, where the request had an Idempotency-Key. */
const ADD_REPLY = `
  reply AS (
    INSERT INTO ce_turn_reply
           (conversation_id, turn_no, idempotency_key, request_hash, http_status, response_text, created_at)
    SELECT $1::uuid, $3::integer, $26::text, $27, $28, $29, $5 FROM leased)`;

/** Where a row stands is not changed with it. */
const isNoKey = (column: string) => column !== 'conversation_id' && column !== 'proposal_id';

/** Notes that a turn tells how these runs of workflows ended. */
const tellRuns = (runs: string, at: string) => `
  told_runs AS (
    UPDATE ce_workflow_run SET told_at_ms = ${at}::bigint
     WHERE conversation_id = $1 AND run_id IN (SELECT jsonb_array_elements_text(${runs}::jsonb)) AND told_at_ms IS NULL
       AND EXISTS (SELECT 1 FROM leased))`;

/** The same of schedules; `$3` is the number of the turn. */
const tellSchedules = (schedules: string, at: string) => `
  told_schedules AS (
    UPDATE ce_schedule SET ${toldOf('$3::integer', `${at}::bigint`)}
     WHERE conversation_id = $1
       AND schedule_id IN (SELECT jsonb_array_elements_text(${schedules}::jsonb)::uuid) AND EXISTS (SELECT 1 FROM leased))`;

const putProposals = (rows: string) => `
  proposals AS (
    INSERT INTO ce_action_proposal (${PROPOSAL_COLUMNS.join(', ')})
    SELECT ${PROPOSAL_COLUMNS.map((column) => (column === 'conversation_id' ? '$1::uuid' : `p.${column}`)).join(', ')}
      FROM leased, jsonb_populate_recordset(NULL::ce_action_proposal, ${rows}::jsonb) p
    ON CONFLICT (conversation_id, proposal_id) DO UPDATE
       SET ${PROPOSAL_COLUMNS.filter(isNoKey)
         .map((column) => `${column} = EXCLUDED.${column}`)
         .join(', ')}
     WHERE ce_action_proposal.status = 'OPEN'
    RETURNING proposal_id)`;

const addEvents = (rows: string) => `
  events AS (
    INSERT INTO ce_outbox_event
           (conversation_id, event_id, event_type, payload_json, created_at_ms, next_attempt_at_ms)
    SELECT $1::uuid, e.event_id, e.event_type, e.payload_json, e.created_at_ms, e.created_at_ms
      FROM leased, jsonb_to_recordset(${rows}::jsonb)
        AS e(place integer, event_id uuid, proposal_id uuid, event_type text, payload_json jsonb, created_at_ms bigint)
     WHERE e.proposal_id IS NULL OR e.proposal_id IN (SELECT proposal_id FROM proposals) ORDER BY e.place)`;

/** What ends a turn, by what it has to store: a statement of each kind for turns with a reply to keep, and for the others. */
export const COMMIT = { keepsReply: commits([STORE_TURN, ADD_REPLY], 29), plain: commits([STORE_TURN], 25) };

/** @param parameters how many there are so far */
function commits(stored: readonly string[], parameters: number) {
  const [proposals, events] = [putProposals(`$${parameters + 1}`), addEvents(`$${parameters + 2}`)];
  const statement = (parts: readonly string[]) => `${parts.join(',')} SELECT conversation_id FROM leased`;
  return {
    alone: statement(stored),
    withProposals: statement([...stored, proposals]),
    withEvents: statement([...stored, proposals, events]),
    withNews: statement([
      ...stored,
      proposals,
      events,
      tellRuns(`$${parameters + 3}`, `$${parameters + 5}`),
      tellSchedules(`$${parameters + 4}`, `$${parameters + 5}`),
    ]),
  };
}

/** Ends a turn that has failed: `$1` to `$15` as every turn, `$16` to `$18` the message where a repetition may come. */
export const FAIL = `
  WITH leased AS (
    UPDATE ce_conversation
       SET turn_no = $3, last_audit_id = last_audit_id + $7::integer, last_record_hash = $15, updated_at = $5,
           lease_owner = NULL, lease_expires_at = NULL
     WHERE conversation_id = $1 AND lease_owner = $2
     RETURNING conversation_id),
  record AS (${RECORD}),
  arrived AS (
    INSERT INTO ce_message_arrival
           (conversation_id, arrival_no, process, idempotency_key, seen_turn, waits_until_ms, arrived_at_ms)
    SELECT $1::uuid,
           (SELECT COALESCE(max(arrival_no), 0) + 1 FROM ce_message_arrival WHERE conversation_id = $1),
           $2, $16::text, $17::integer, NULL, $18::bigint
      FROM leased WHERE $16::text IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING arrival_no)
  SELECT EXISTS (SELECT 1 FROM arrived) AS has_arrived FROM leased`;
