import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../platform/common/json.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Row, readJson, readTimestamp } from '../../platform/persistence/index.js';
import { PROPOSAL_COLUMNS, type Proposal, readProposal } from '../pending-action/index.js';
import type { Conversation, HistoryEntry } from './conversation.js';
import { type KnownRun, RUNS, readRun } from './known-runs.js';
import { type KnownSchedule, readKnownSchedule, SCHEDULES } from './known-schedules.js';
import { CONVERSATION_COLUMNS, PROPOSALS, readConversation, readHistory } from './read-turn-rows.js';

/** A chat as it is stored now. */
export interface StoredConversation {
  readonly conversation: Conversation;
  /** Whether a message of it is being answered. */
  readonly isAnswering: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Those with the status OPEN, also where a clock has run out since; oldest first. */
  readonly open: readonly Proposal[];
}

/** What a turn begins with. */
export interface Beginning {
  readonly conversation: Conversation;
  /** Newest first; one of them perhaps twice. */
  readonly proposals: readonly Proposal[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** As a turn finds them; newest first. */
  readonly runs: readonly KnownRun[];
  readonly schedules: readonly KnownSchedule[];
}

/** A turn of a chat, as it was stored. */
export interface StoredTurn {
  readonly turnNo: number;
  readonly userText: string;
  /** What was replied, as `ce_conversation_history` keeps it. */
  readonly reply: JsonValue;
  readonly at: Date;
}

/** Beyond what a turn knows of its conversation: whether one is at work on it, and when it was written. */
const STORED_COLUMNS = [...CONVERSATION_COLUMNS, 'lease_owner', 'lease_expires_at', 'created_at', 'updated_at'];

/** One statement, so that the actions are those of the turn that the conversation stands at. */
const CONVERSATION = `
  SELECT ${STORED_COLUMNS.map((column) => `c.${column} AS c_${column}`).join(', ')},
         ${PROPOSAL_COLUMNS.map((column) => `p.${column}`).join(', ')}
    FROM ce_conversation c
    LEFT JOIN ce_action_proposal p ON p.conversation_id = c.conversation_id AND p.status = 'OPEN'
   WHERE c.conversation_id = $1 AND c.kind = 'CHAT'
   ORDER BY p.created_at_ms, p.proposal_id`;

const TENANT = 'SELECT tenant_id FROM ce_conversation WHERE conversation_id = $1';

const OWNER = `SELECT 1 FROM ce_conversation WHERE conversation_id = $1 AND user_id = $2 AND kind = 'CHAT'`;

const HISTORY = `
  SELECT turn_no, user_input, assistant_output, created_at
    FROM ce_conversation_history
   WHERE conversation_id = $1 AND turn_no < $2
   ORDER BY turn_no DESC LIMIT $3`;

/** Reads chats beside their turns: for pages that are opened again. The conversations of tool calls are no chats. */
@Injectable()
export class ConversationReader {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param nowMs milliseconds since 1970 UTC
   * @returns undefined where there is no such chat
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async find(conversationId: string, nowMs: number): Promise<StoredConversation | undefined> {
    const rows = await this.database.query(CONVERSATION, [conversationId]);
    const [first] = rows;
    if (!first) return undefined;
    const columns = STORED_COLUMNS.map((column) => [column, first[`c_${column}`]]);
    const [row = {}] = await this.database.cipher.read<Row>([Object.fromEntries(columns)], this.database);
    return {
      conversation: readConversation(row),
      isAnswering: row.lease_owner != null && Number(row.lease_expires_at) > nowMs,
      createdAt: readTimestamp(row.created_at),
      updatedAt: readTimestamp(row.updated_at),
      open: rows.filter(({ proposal_id }) => proposal_id !== null).map(readProposal),
    };
  }

  /**
   * Whether it is a chat of this user.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async isOf(conversationId: string, user: string): Promise<boolean> {
    return (await this.database.query(OWNER, [conversationId, user])).length > 0;
  }

  /**
   * Whose a conversation is, chat or not; undefined where there is none.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async tenantOf(conversationId: string): Promise<string | undefined> {
    const [row] = await this.database.query(TENANT, [conversationId]);
    return row && String(row.tenant_id);
  }

  /**
   * What the next turn of a chat would begin with, without taking it.
   * @param nowMs milliseconds since 1970 UTC
   * @returns undefined where there is no such chat
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async beginning(conversationId: string, historyTurns: number, nowMs: number): Promise<Beginning | undefined> {
    const stored = await this.find(conversationId, nowMs);
    if (!stored) return undefined;
    const { conversation } = stored;
    const before = [conversationId, conversation.turnNo + 1, historyTurns];
    const history = await this.database.query(HISTORY, before);
    const proposals = await this.database.query(PROPOSALS[this.database.dialect], [conversationId]);
    const runs = await this.database.query(RUNS, [conversationId]);
    const schedules = await this.database.query(SCHEDULES, [conversationId]);
    return {
      conversation,
      proposals: proposals.map(readProposal).sort((a, b) => b.createdAtMs - a.createdAtMs),
      history: history.map(readHistory),
      runs: runs.map((row) => readRun(row, nowMs)),
      schedules: schedules.map(readKnownSchedule),
    };
  }

  /**
   * Turns before one, newest first; none of a conversation that is unknown.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async history(conversationId: string, beforeTurn: number, limit: number): Promise<StoredTurn[]> {
    const rows = await this.database.query(HISTORY, [conversationId, beforeTurn, limit]);
    return rows.map(readTurn);
  }
}

function readTurn(row: Row): StoredTurn {
  return {
    turnNo: Number(row.turn_no),
    userText: String(row.user_input),
    reply: readJson(row.assistant_output),
    at: readTimestamp(row.created_at),
  };
}
