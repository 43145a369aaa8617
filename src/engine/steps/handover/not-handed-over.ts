import { EngineError } from '../../../platform/common/errors.js';

/** What whoever acts for a person is told where the engine answers by now, or answered all along. */
export function notHandedOver({ conversationId }: { readonly conversationId: string }): EngineError {
  return new EngineError(
    'NOT_HANDED_OVER',
    `Conversation ${conversationId} is answered by the engine; nothing was sent.`,
  );
}
