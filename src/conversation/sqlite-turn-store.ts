import { toStorableJson } from '../common/json.js';
import { PROPOSAL_COLUMNS, proposalRow, readProposal } from '../pending-action/index.js';
import { ADD_OUTBOX_EVENT, outboxValues, type SqliteDatabase, type SynchronousRun } from '../persistence/index.js';
import { readConversation, readHistory, readReply } from './read-turn-rows.js';
import {
  auditRows,
  type OpenTurnRequest,
  type OpenTurnResult,
  type TurnCommit,
  type TurnFailure,
  type TurnStore,
} from './turn-store.js';

const LEASE = `
  INSERT INTO ce_conversation (conversation_id, lease_owner, lease_expires_at, created_at, updated_at)
  VALUES ($1, $2, $3, $5, $5)
  ON CONFLICT (conversation_id) DO UPDATE SET lease_owner = $2, lease_expires_at = $3
    WHERE ce_conversation.lease_owner IS NULL OR ce_conversation.lease_expires_at <= $4
       OR substr(ce_conversation.lease_owner, 1, length($6)) = $6
  RETURNING *`;

const REPLY = `SELECT * FROM ce_turn_reply WHERE conversation_id = $1 AND idempotency_key = $2`;

const OPEN_PROPOSALS = `
  SELECT * FROM ce_action_proposal
   WHERE conversation_id = $1 AND status IN ('OPEN', 'IN_PROGRESS')`;

/** What was asked together with what is open, and closed since. */
const CLOSED_SIBLINGS = `
  SELECT closed.* FROM ce_action_proposal open
    JOIN ce_action_proposal closed ON closed.conversation_id = open.conversation_id
     AND closed.created_turn = open.created_turn AND closed.closed_at_ms IS NOT NULL
   WHERE open.conversation_id = $1 AND open.status IN ('OPEN', 'IN_PROGRESS')`;

/** Of the newest actions that are closed, the one that was closed last. */
const LAST_CLOSED = `
  SELECT * FROM ce_action_proposal
   WHERE conversation_id = $1 AND closed_at_ms IS NOT NULL
   ORDER BY created_turn DESC, closed_at_ms DESC, proposal_id DESC LIMIT 1`;

const HISTORY = `
  SELECT turn_no, user_input, assistant_output FROM ce_conversation_history
   WHERE conversation_id = $1 ORDER BY turn_no DESC LIMIT $2`;

const RELEASE = `
  UPDATE ce_conversation SET lease_owner = NULL, lease_expires_at = NULL
   WHERE conversation_id = $1 AND lease_owner = $2`;

const FAIL = `
  UPDATE ce_conversation
     SET turn_no = $3, last_audit_id = last_audit_id + $4, updated_at = $5, lease_owner = NULL, lease_expires_at = NULL
   WHERE conversation_id = $1 AND lease_owner = $2
   RETURNING conversation_id`;

const COMMIT = `
  UPDATE ce_conversation
     SET turn_no = $3, last_audit_id = last_audit_id + $4, updated_at = $5, status = $6, intent_code = $7,
         state_code = $8, context_json = $9, last_user_text = $10, last_assistant_json = $11,
         lease_owner = NULL, lease_expires_at = NULL
   WHERE conversation_id = $1 AND lease_owner = $2
   RETURNING conversation_id`;

const AUDIT = `
  INSERT INTO ce_audit (conversation_id, turn_no, audit_id, stage, payload_json, created_at)
  SELECT $1, $2, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($3)`;

const ADD_HISTORY = `
  INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input, assistant_output, created_at, modified_at)
  VALUES ($1, $2, $3, $4, $5, $5)`;

const PUT_PROPOSAL = `
  INSERT INTO ce_action_proposal (${PROPOSAL_COLUMNS.join(', ')})
  VALUES (${PROPOSAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (conversation_id, proposal_id) DO UPDATE
     SET ${PROPOSAL_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
   WHERE ce_action_proposal.status = 'OPEN'
  RETURNING proposal_id`;

const ADD_REPLY = `
  INSERT INTO ce_turn_reply
         (conversation_id, turn_no, idempotency_key, request_hash, http_status, response_text, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** A turn in two synchronous transactions: nothing else can run between their statements. */
export class SqliteTurnStore implements TurnStore {
  constructor(private readonly database: SqliteDatabase) {}

  open(request: OpenTurnRequest): Promise<OpenTurnResult> {
    // A lease need not survive a loss of power: nothing has been done under it that a later, durable commit would not show.
    return this.database.synchronousTransaction((query) => openTurn(query, request), { durable: false });
  }

  commit(turn: TurnCommit): Promise<boolean> {
    return this.database.synchronousTransaction((query) => commitTurn(query, turn));
  }

  fail(turn: TurnFailure): Promise<boolean> {
    return this.database.synchronousTransaction((query) => {
      const now = new Date(turn.nowMs);
      const { conversationId, owner } = turn.lease;
      const held = query(FAIL, [conversationId, owner, turn.turnNo, turn.audit.length, now]);
      if (held.length === 1) addAudit(query, turn);
      return held.length === 1;
    });
  }
}

function openTurn(query: SynchronousRun, request: OpenTurnRequest): OpenTurnResult {
  const { conversationId, owner, expiresAtMs } = request.lease;
  const now = new Date(request.nowMs);
  const [row] = query(LEASE, [conversationId, owner, expiresAtMs, request.nowMs, now, request.process]);
  if (!row) return { outcome: 'busy' };
  const [reply] = request.idempotencyKey === null ? [] : query(REPLY, [conversationId, request.idempotencyKey]);
  if (reply) {
    query(RELEASE, [conversationId, owner]);
    return { outcome: 'repeated', reply: readReply(reply) };
  }
  const conversation = readConversation(row);
  if (conversation.isNew) return { outcome: 'opened', conversation, proposals: [], history: [] };
  const open = query(OPEN_PROPOSALS, [conversationId]);
  const siblings = open.length > 0 ? query(CLOSED_SIBLINGS, [conversationId]) : [];
  const proposals = [...open, ...siblings, ...query(LAST_CLOSED, [conversationId])];
  return {
    outcome: 'opened',
    conversation,
    proposals: proposals.map(readProposal).sort((a, b) => b.createdAtMs - a.createdAtMs),
    history: query(HISTORY, [conversationId, request.historyTurns]).map(readHistory),
  };
}

function commitTurn(query: SynchronousRun, turn: TurnCommit): boolean {
  const { conversationId, owner } = turn.lease;
  const now = new Date(turn.nowMs);
  const assistant = toStorableJson(turn.assistant);
  const held = query(COMMIT, [
    conversationId,
    owner,
    turn.turnNo,
    turn.audit.length,
    now,
    turn.status,
    turn.intent,
    turn.state,
    toStorableJson(turn.context),
    turn.userText,
    assistant,
  ]);
  if (held.length === 0) return false;
  query(ADD_HISTORY, [conversationId, turn.turnNo, turn.userText, assistant, now]);
  addAudit(query, turn);
  for (const proposal of turn.proposals) {
    const row = proposalRow(proposal);
    const stored = query(PUT_PROPOSAL, [...PROPOSAL_COLUMNS.map((column) => row[column])]);
    const events = stored.length > 0 ? turn.events.filter(({ proposalId }) => proposalId === proposal.proposalId) : [];
    for (const event of events) query(ADD_OUTBOX_EVENT, outboxValues(event));
  }
  if (turn.reply) {
    const { idempotencyKey, requestHash, httpStatus, responseText } = turn.reply;
    query(ADD_REPLY, [conversationId, turn.turnNo, idempotencyKey, requestHash, httpStatus, responseText, now]);
  }
  return true;
}

function addAudit(query: SynchronousRun, turn: TurnFailure): void {
  const rows = auditRows(turn, utcTime).map((row) => [row.auditId, row.stage, row.payloadText, row.createdAt]);
  query(AUDIT, [turn.lease.conversationId, turn.turnNo, JSON.stringify(rows)]);
}

/** Times as the columns of SQLite hold them. */
function utcTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
}
