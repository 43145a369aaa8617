import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Row, readJson, readTimestamp } from '../../platform/persistence/index.js';
import { hideInTexts } from '../../tools/index.js';
import { personOf, readHandover } from '../conversation/index.js';
import { FlowService } from '../flow/index.js';
import { type ShownHandover, shownHandover } from '../turn/index.js';
import { secretsOf } from './conversation-ledger.js';
import { FIRST_ID, ofTenant, type Page, type PageRequest, Parameters, readCursor, writeCursor } from './page.js';
import { type ShownReply, shownReply } from './shown-reply.js';

/** A chat that a person answers, as the list shows it. Times are ISO 8601. */
export interface HandoverItem extends ShownHandover {
  readonly conversationId: string;
  readonly note: string;
  readonly intent: string;
  readonly state: string;
  readonly lastUserText: string | null;
  readonly lastReply: ShownReply | null;
  /** The person who gave the last reply; null where the engine did: then the user waits for one. */
  readonly lastReplyBy: string | null;
  /** When anything was last said in it. */
  readonly updatedAt: string;
  /** Actions with the status OPEN: no yes runs them meanwhile. */
  readonly openActions: number;
}

const COLUMNS = `conversation_id, intent_code, state_code, last_user_text, last_assistant_json, context_json, updated_at,
  handover_at_ms, handover_queue, handover_note, handover_by`;

const ORDER = 'ORDER BY handover_at_ms, conversation_id';

const OPEN_ACTIONS = `(SELECT count(*) FROM ce_action_proposal a
  WHERE a.conversation_id = page.conversation_id AND a.status IN ('OPEN', 'IN_PROGRESS') AND a.status = 'OPEN')
  AS open_actions`;

/** Reads the chats that people answer. */
@Injectable()
export class HandoverList {
  constructor(
    private readonly flow: FlowService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Those that were handed over first come first.
   * @param queue those of one queue alone
   * @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async page(queue: string | undefined, { limit, cursor }: PageRequest): Promise<Page<HandoverItem>> {
    const after =
      cursor === undefined ? { time: '0', id: FIRST_ID } : readCursor(cursor, (text) => /^\d{1,15}$/.test(text));
    const parameters = new Parameters();
    const place = `${parameters.add(Number(after.time))}, ${parameters.add(after.id)}`;
    const conditions = [
      ...(await ofTenant(this.database)),
      'handover_at_ms IS NOT NULL',
      `(handover_at_ms, conversation_id) > (${place})`,
    ];
    if (queue !== undefined) conditions.push(`handover_queue = ${parameters.add(queue)}`);
    const page = `SELECT ${COLUMNS} FROM ce_conversation WHERE ${conditions.join(' AND ')} ${ORDER} LIMIT ${limit + 1}`;
    const sql = `SELECT page.*, ${OPEN_ACTIONS} FROM (${page}) page ${ORDER}`;
    const found = await this.database.query(sql, parameters.values);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const end = { time: String(last?.handover_at_ms), id: String(last?.conversation_id) };
    return { items: rows.flatMap((row) => this.item(row)), nextCursor: found.length > limit ? writeCursor(end) : null };
  }

  private item(row: Row): HandoverItem[] {
    const handover = readHandover(row);
    if (!handover) return [];
    const secrets = secretsOf(this.flow.definition, row);
    const reply = readJson(row.last_assistant_json);
    return [
      {
        conversationId: String(row.conversation_id),
        ...shownHandover(handover),
        note: String(hideInTexts(handover.note, secrets)),
        intent: String(row.intent_code),
        state: String(row.state_code),
        lastUserText: row.last_user_text == null ? null : String(hideInTexts(String(row.last_user_text), secrets)),
        lastReply: shownReply(reply, secrets),
        lastReplyBy: personOf(reply) ?? null,
        updatedAt: readTimestamp(row.updated_at).toISOString(),
        openActions: Number(row.open_actions),
      },
    ];
  }
}
