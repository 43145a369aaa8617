import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Dialect, type Row } from '../../platform/persistence/index.js';
import { instantBound, isInstant, LATEST_INSTANT } from './instants.js';
import {
  type ListQuery,
  MOST_SCANNED,
  ofTenant,
  type Page,
  type PageRequest,
  Parameters,
  type Place,
  readCursor,
  readPage,
  textIn,
} from './page.js';

/** Which chats are wanted; what is left out does not matter. Times are milliseconds since 1970 UTC. */
export interface ConversationFilter {
  readonly intent?: string | undefined;
  readonly state?: string | undefined;
  readonly status?: 'RUNNING' | 'BLOCKED' | undefined;
  /** Part of anything that was said or replied. */
  readonly text?: string | undefined;
  /** Who has spoken, as `nameOf` writes it. */
  readonly principal?: string | undefined;
  /** When it began. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** How many chats a page looks through for what is in their turns. */
const MOST_SCANNED_BY_TURNS = 250;

const COLUMNS = `conversation_id, intent_code, state_code, status, turn_no, last_user_text, last_assistant_json, context_json,
  created_at, updated_at`;

const NEWEST_TURN = `FROM ce_turn_record r
  WHERE r.conversation_id = page.conversation_id AND r.duration_ms IS NOT NULL ORDER BY r.last_audit_id DESC LIMIT 1`;

const ABOUT = [
  `(SELECT r.error_code ${NEWEST_TURN}) AS last_error_code`,
  `(SELECT r.principal ${NEWEST_TURN}) AS principal`,
  `(SELECT count(*) FROM ce_action_proposal a
     WHERE a.conversation_id = page.conversation_id AND a.status IN ('OPEN', 'IN_PROGRESS') AND a.status = 'OPEN')
     AS open_actions`,
];

/**
 * The condition that the chat of the row at hand has such a row in a table. Not EXISTS: PostgreSQL may read the whole
 * table for that, once for all chats of the page.
 */
function has(table: string, condition: string): string {
  return `(SELECT 1 FROM ${table} t WHERE t.conversation_id = scanned.conversation_id AND ${condition} LIMIT 1) IS NOT NULL`;
}

const TEXTS = ['t.user_input', 'CAST(t.assistant_output AS text)'];

/** Reads chats, those that began last first. The conversations of tool calls are no chats. */
@Injectable()
export class ConversationList {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * A page of rows: the columns of the chat, with `last_error_code` and `principal` of its newest turn and `open_actions`.
   * @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async page(filter: ConversationFilter, { limit, cursor }: PageRequest): Promise<Page<Row>> {
    const after = cursor === undefined ? LATEST_INSTANT : readCursor(cursor, isInstant);
    const query = listQuery(this.database, filter, after, await ofTenant(this.database));
    return readPage(this.database, query, limit);
  }

  /** The turns of a chat in which a text stands, as they are stored: at most a few. */
  turnsWith(conversationId: string, text: string): Promise<Row[]> {
    const parameters = new Parameters();
    const id = parameters.add(conversationId);
    const sql = `SELECT t.user_input, t.assistant_output FROM ce_conversation_history t
                  WHERE t.conversation_id = ${id} AND ${textIn(TEXTS, text, this.database, parameters)}
                  ORDER BY t.turn_no DESC LIMIT 20`;
    return this.database.query(sql, parameters.values);
  }
}

function listQuery(
  database: Database,
  filter: ConversationFilter,
  after: Place,
  ofTenant: readonly string[],
): ListQuery {
  const parameters = new Parameters();
  const { sinceMs, untilMs, text, principal } = filter;
  const { time, id } = instantBound(after, untilMs, database.dialect);
  const place = `${timeOf(database.dialect, parameters.add(time))}, ${parameters.add(id)}`;
  const bounds = [...ofTenant, `kind = 'CHAT'`, `(created_at, conversation_id) < (${place})`];
  if (sinceMs !== undefined) bounds.push(`created_at >= ${parameters.add(new Date(sinceMs))}`);
  const sourceValues = parameters.values.length;
  return {
    order: ['created_at', 'conversation_id'],
    timeText: 'CAST(created_at AS text)',
    about: ABOUT,
    sources: [`SELECT ${COLUMNS} FROM ce_conversation WHERE ${bounds.join(' AND ')}`],
    conditions: conditionsOf(filter, database, parameters),
    values: parameters.values,
    sourceValues,
    mostScanned: text === undefined && principal === undefined ? MOST_SCANNED : MOST_SCANNED_BY_TURNS,
  };
}

function timeOf(dialect: Dialect, name: string): string {
  return dialect === 'postgres' ? `CAST(${name} AS timestamptz)` : name;
}

function conditionsOf(filter: ConversationFilter, database: Database, parameters: Parameters): string[] {
  const { intent, state, status, text, principal } = filter;
  const conditions: string[] = [];
  if (intent !== undefined) conditions.push(`intent_code = ${parameters.add(intent)}`);
  if (state !== undefined) conditions.push(`state_code = ${parameters.add(state)}`);
  if (status !== undefined) conditions.push(`status = ${parameters.add(status)}`);
  if (text !== undefined) {
    conditions.push(has('ce_conversation_history', textIn(TEXTS, text, database, parameters)));
  }
  if (principal !== undefined) conditions.push(has('ce_turn_record', `t.principal = ${parameters.add(principal)}`));
  return conditions;
}
