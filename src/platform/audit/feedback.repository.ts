import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import type { JsonObject } from '../common/json.js';
import { DATABASE } from '../common/tokens.js';
import { TextGuard } from '../detectors/index.js';
import { columnValue, confidential, type Database } from '../persistence/index.js';

/** What a user thought of one answer. */
export interface Feedback {
  readonly conversationId: string;
  readonly feedbackType: 'THUMBS_UP' | 'THUMBS_DOWN';
  /** The client's id of the answer; null where it has none. */
  readonly messageId: string | null;
  readonly assistantResponse: string | null;
  readonly metadata: JsonObject | null;
}

/** Stores feedback in `ce_mcp_user_feedback`. */
@Injectable()
export class FeedbackRepository {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly guard: TextGuard,
  ) {}

  /**
   * Stores one opinion with where the conversation stood. The user's question is `metadata.question`, or else the
   * last thing the user said. A second opinion on the same message replaces the first.
   * @returns the id of the stored row; undefined when there is no such conversation
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async save(feedback: Feedback): Promise<string | undefined> {
    const { conversationId, feedbackType, messageId } = feedback;
    const { assistantResponse, metadata } = this.guard.json({ ...feedback });
    const question = typeof metadata?.question === 'string' ? metadata.question : null;
    const [row] = await this.database.query(
      `INSERT INTO ce_mcp_user_feedback (conversation_id, feedback_id, feedback_type, message_id, intent_code,
         state_code, user_query, assistant_response, metadata_json)
       SELECT conversation_id, $2, $3, $4, intent_code, state_code, coalesce($5, last_user_text), $6, $7
       FROM ce_conversation WHERE conversation_id = $1
       ON CONFLICT (conversation_id, message_id) DO UPDATE SET feedback_type = excluded.feedback_type,
         user_query = excluded.user_query, assistant_response = excluded.assistant_response,
         metadata_json = excluded.metadata_json
       RETURNING feedback_id`,
      [
        conversationId,
        newId(),
        feedbackType,
        messageId,
        confidential('user_query', question),
        confidential('assistant_response', assistantResponse),
        columnValue('metadata_json', metadata),
      ],
    );
    return row === undefined ? undefined : String(row.feedback_id);
  }
}
