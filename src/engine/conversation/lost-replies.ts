import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, toStorableJson } from '../../platform/common/json.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { confidential, type Database, readJson } from '../../platform/persistence/index.js';
import { forgetAsked, type Reader } from '../pending-action/index.js';

/** Replies that are stored and that nobody has got: what they ask has been handed out to nobody. */
@Injectable()
export class LostReplies {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Has a bare yes of the reader put the question anew, which is not what they have read last. Does nothing where the
   * conversation has gone on: its next reply says what it asks.
   */
  async note(conversationId: string, turnNo: number, reader: Reader): Promise<void> {
    const [row] = await this.database.query(
      'SELECT context_json FROM ce_conversation WHERE conversation_id = $1 AND turn_no = $2 AND lease_owner IS NULL',
      [conversationId, turnNo],
    );
    const stored = readJson(row?.context_json);
    if (!isJsonObject(stored)) return;
    const context = { ...stored };
    forgetAsked(context, reader);
    await this.database.query(
      'UPDATE ce_conversation SET context_json = $3 WHERE conversation_id = $1 AND turn_no = $2 AND lease_owner IS NULL',
      [conversationId, turnNo, confidential('context_json', toStorableJson(context))],
    );
  }
}
