import { EngineError } from '../../../platform/common/errors.js';
import type { IdleConversations, LeasedConversation } from '../../conversation/index.js';

/**
 * Does some work on a conversation, for somebody who waits for it.
 * @returns undefined also where the conversation, and its actions with it, are gone
 * @throws EngineError CONVERSATION_BUSY while a turn uses the conversation
 * @throws what the work throws
 */
export async function unlessBusy<T>(
  conversations: IdleConversations,
  conversationId: string,
  work: (leased: LeasedConversation) => Promise<T>,
): Promise<T | undefined> {
  const result = await conversations.use(conversationId, work);
  if (result === 'gone') return undefined;
  if (result !== 'busy') return result;
  const text = `Conversation ${conversationId} is answering a message.`;
  throw new EngineError('CONVERSATION_BUSY', text, { retryAfterSeconds: 1 });
}
