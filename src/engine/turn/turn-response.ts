import { askedQuestions } from './asked-questions.js';
import type { Turn } from './kernel/index.js';
import { type MessageResponse, messagePayload, shownHandover } from './turn-request.js';

/** The body that answers a message, once its turn has come to a reply. */
export function toResponse(turn: Turn): MessageResponse {
  return {
    conversationId: turn.conversationId,
    intent: turn.intent,
    state: turn.state,
    payload: messagePayload(turn.reply ?? { type: 'TEXT', value: '' }),
    context: JSON.stringify(turn.document.shownContext),
    success: true,
    errorCode: null,
    recoverable: false,
    message: null,
    turn: turn.moment.turn,
    pendingActions: askedQuestions(turn),
    ...(turn.uncounted && { uncounted: turn.uncounted }),
    ...(turn.handover && { handover: shownHandover(turn.handover) }),
  };
}
