import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, toStorableJson } from '../../platform/common/json.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { confidential, type Database, readJson } from '../../platform/persistence/index.js';
import { forgetAsked, type Reader } from '../pending-action/index.js';
import type { Conversation } from './conversation.js';

/** Conversations that are remembered at most. */
const MOST = 10_000;

/** The reply of a turn that is stored, or may be, and that its sender has not got. */
export interface LostReply {
  readonly conversationId: string;
  readonly turnNo: number;
  readonly reader: Reader;
}

/**
 * Replies whose sender has not got them: nobody has read what they ask, so no bare yes can mean it. This process
 * knows of such a reply at once, the others as soon as the database does.
 */
@Injectable()
export class LostReplies {
  /** Replies that the database does not yet show as lost to every process, by conversation. */
  private readonly lost = new Map<string, LostReply>();

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Takes a reply for lost in this process, also where its turn is still being stored. */
  assume(reply: LostReply): void {
    const oldest = this.lost.size < MOST ? undefined : this.lost.keys().next().value;
    if (oldest !== undefined) this.lost.delete(oldest);
    this.lost.set(reply.conversationId, reply);
  }

  /** The turn is not stored after all, or its sender has got the reply by a repetition. */
  forget({ conversationId, turnNo }: Pick<LostReply, 'conversationId' | 'turnNo'>): void {
    if (this.lost.get(conversationId)?.turnNo === turnNo) this.lost.delete(conversationId);
  }

  /**
   * Notes that a reply is lost. The reader's next bare yes then runs nothing: the question is asked again, since they
   * have never read it. Does nothing where the conversation has gone on: its next reply says what it asks.
   * @throws EngineError DATABASE_UNAVAILABLE; this process knows it all the same
   */
  async note(reply: LostReply): Promise<void> {
    this.assume(reply);
    await this.store(reply);
  }

  /** Stores what `assume` has noted, unless it was forgotten since. */
  async store(reply: LostReply): Promise<void> {
    const { conversationId, turnNo, reader } = reply;
    if (this.lost.get(conversationId)?.turnNo !== turnNo) return;
    const [row] = await this.database.query(
      'SELECT context_json FROM ce_conversation WHERE conversation_id = $1 AND turn_no = $2',
      [conversationId, turnNo],
    );
    const stored = readJson(row?.context_json);
    if (!isJsonObject(stored)) return this.forget(reply);
    const context = { ...stored };
    forgetAsked(context, reader);
    const [told] = await this.database.query(
      'UPDATE ce_conversation SET context_json = $3 WHERE conversation_id = $1 AND turn_no = $2 RETURNING lease_owner',
      [conversationId, turnNo, confidential('context_json', toStorableJson(context))],
    );
    // Whoever holds the conversation has read it before.
    if (told?.lease_owner == null) this.forget(reply);
  }

  /** A conversation whose lease was taken just now, with what was handed out of it. */
  withoutLost(conversation: Conversation): Conversation {
    const { conversationId, turnNo } = conversation;
    const reply = this.lost.get(conversationId);
    if (reply?.turnNo === turnNo) {
      const context = { ...conversation.context };
      forgetAsked(context, reply.reader);
      return { ...conversation, context };
    }
    // It has gone on, or what was being stored is not stored any more.
    this.lost.delete(conversationId);
    return conversation;
  }
}
