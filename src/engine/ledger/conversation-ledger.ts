import { Inject, Injectable } from '@nestjs/common';
import { type RecordedTurn, type RecordProblem, TurnRecordReader, verifyRecords } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Row, readJson, readTimestamp } from '../../platform/persistence/index.js';
import { hideInTexts } from '../../tools/index.js';
import { type FlowDefinition, FlowService } from '../flow/index.js';
import { secretsIn, secretsSaid } from '../turn/kernel/index.js';
import { type ConversationFilter, ConversationList } from './conversation-list.js';
import { type Page, type PageRequest, readCursor, writeCursor } from './page.js';
import { type ShownReply, shownReply } from './shown-reply.js';
import { type TurnItem, turnItem } from './turn-item.js';

/** A chat as lists show it. Times are ISO 8601. */
export interface ConversationItem {
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
  readonly status: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly turns: number;
  readonly lastUserText: string | null;
  readonly lastReply: ShownReply | null;
  /** Actions with the status OPEN. */
  readonly openActions: number;
  /** Why its newest turn failed; null where it did not. */
  readonly lastErrorCode: string | null;
  /** Who spoke in its newest turn. */
  readonly principal: string | null;
}

/** What was found when the hashes of a conversation's records were computed anew. */
export interface Verification {
  readonly conversationId: string;
  readonly records: number;
  readonly ok: boolean;
  readonly problems: readonly Omit<RecordProblem, 'conversationId'>[];
}

/** Which turns of a conversation are asked for. */
export interface TurnsRequest extends PageRequest {
  readonly order: 'asc' | 'desc';
}

const EXISTS = 'SELECT 1 FROM ce_conversation WHERE conversation_id = $1';
const CONTEXT = 'SELECT context_json FROM ce_conversation WHERE conversation_id = $1';
const HISTORY = `
  SELECT turn_no, user_input, assistant_output FROM ce_conversation_history
   WHERE conversation_id = $1 AND turn_no >= $2 AND turn_no <= $3`;

/** Shows chats and their turns as they were recorded. Secrets stay hidden. */
@Injectable()
export class ConversationLedger {
  constructor(
    private readonly list: ConversationList,
    private readonly records: TurnRecordReader,
    private readonly flow: FlowService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Chats, those that began last first.
   * @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async page(filter: ConversationFilter, request: PageRequest): Promise<Page<ConversationItem>> {
    const { items: rows, nextCursor } = await this.list.page(filter, request);
    const { definition } = this.flow;
    const items: ConversationItem[] = [];
    for (const row of rows) {
      const secrets = secretsOf(definition, row);
      if (await this.isSaid(row, filter.text, secrets)) items.push(conversationItem(row, secrets));
    }
    return { items, nextCursor };
  }

  /**
   * What was recorded of a conversation's turns, and of work beside them.
   * @throws EngineError NOT_FOUND, INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async turns(conversationId: string, { limit, cursor, order }: TurnsRequest): Promise<Page<TurnItem>> {
    const [conversation] = await this.database.query(CONTEXT, [conversationId]);
    if (!conversation) throw notFound(conversationId);
    const beginning = order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER;
    const from = cursor === undefined ? beginning : Number(readCursor(cursor, (text) => /^\d{1,15}$/.test(text)).time);
    const found = await (order === 'asc'
      ? this.records.after(conversationId, from, limit + 1)
      : this.records.before(conversationId, from, limit + 1));
    const records = found.slice(0, limit);
    const last = records.at(-1);
    const items = await this.turnItems(conversationId, records, secretsOf(this.flow.definition, conversation));
    const place = { time: String(last?.lastAuditId), id: conversationId };
    return { items, nextCursor: found.length > limit ? writeCursor(place) : null };
  }

  /**
   * Computes the hashes of a conversation's records anew.
   * @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE
   */
  async verify(conversationId: string): Promise<Verification> {
    if ((await this.database.query(EXISTS, [conversationId])).length === 0) throw notFound(conversationId);
    const { records, problems } = await verifyRecords(this.database, { conversationId });
    const found = problems.map(({ turnNo, problem }) => ({ turnNo, problem }));
    return { conversationId, records, ok: problems.length === 0, problems: found };
  }

  private async turnItems(conversationId: string, records: readonly RecordedTurn[], known: readonly string[]) {
    const numbers = records.map(({ turnNo }) => turnNo);
    const between = [conversationId, Math.min(...numbers), Math.max(...numbers)];
    const history = records.length === 0 ? [] : await this.database.query(HISTORY, between);
    const said = new Map(history.map((row) => [Number(row.turn_no), row]));
    const secrets = [...known, ...history.flatMap((row) => secretsSaid(this.flow.definition, String(row.user_input)))];
    return records.map((record) => turnItem(record, said.get(record.turnNo), secrets));
  }

  /** Whoever looks for a secret does not learn that it is there: what was found has to be found without it, too. */
  private async isSaid(row: Row, text: string | undefined, known: readonly string[]): Promise<boolean> {
    const { definition } = this.flow;
    if (text === undefined || definition.secretSchemas.length === 0) return true;
    const turns = await this.list.turnsWith(String(row.conversation_id), text);
    return turns.some(({ user_input, assistant_output }) => {
      const secrets = [...known, ...secretsSaid(definition, String(user_input))];
      const stored = typeof assistant_output === 'string' ? assistant_output : JSON.stringify(assistant_output);
      const shown = hideInTexts([String(user_input), stored], secrets) as string[];
      return shown.some((one) => one.toLowerCase().includes(text.toLowerCase()));
    });
  }
}

function notFound(conversationId: string): EngineError {
  return new EngineError('NOT_FOUND', `There is no conversation ${conversationId}.`);
}

/** What schemas mark as secret, of a chat's row: its values, and what its user said last. */
export function secretsOf(flow: FlowDefinition, { context_json, last_user_text }: Row): string[] {
  if (flow.secretSchemas.length === 0) return [];
  const context = readJson(context_json);
  const values: JsonObject = isJsonObject(context) ? context : {};
  return [...secretsIn(flow, values), ...secretsSaid(flow, String(last_user_text ?? ''))];
}

function conversationItem(row: Row, secrets: readonly string[]): ConversationItem {
  const { last_user_text: text, last_error_code: error, principal } = row;
  return {
    conversationId: String(row.conversation_id),
    intent: String(row.intent_code),
    state: String(row.state_code),
    status: String(row.status),
    startedAt: readTimestamp(row.created_at).toISOString(),
    updatedAt: readTimestamp(row.updated_at).toISOString(),
    turns: Number(row.turn_no),
    lastUserText: text == null ? null : String(hideInTexts(String(text), secrets)),
    lastReply: shownReply(readJson(row.last_assistant_json), secrets),
    openActions: Number(row.open_actions),
    lastErrorCode: error == null ? null : String(error),
    principal: principal == null ? null : String(principal),
  };
}
