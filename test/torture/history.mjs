// What the clients have sent and heard, in order, by conversation.
import { createHash } from 'node:crypto';

/** Every request and every reply with its time. */
export class History {
  #conversations = new Map();
  turns = 0;
  statuses = {};

  /** Notes that something is sent; gives what to call with the answer, or with nothing where none came. */
  sends(conversationId, request) {
    const sent = { ...request, what: 'sends', at: Date.now() };
    this.#add(conversationId, sent);
    return (answer) => {
      this.#count(answer);
      const { request, kind, inReplyTo } = sent;
      this.#add(conversationId, { ...answer, what: 'hears', at: Date.now(), request, kind, inReplyTo });
    };
  }

  /** All conversations: their ids and what happened in them. */
  conversations() {
    return this.#conversations;
  }

  #count({ status = 'no answer' }) {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === 200) this.turns += 1;
  }

  #add(conversationId, event) {
    const events = this.#conversations.get(conversationId) ?? [];
    this.#conversations.set(conversationId, events);
    events.push(event);
  }
}

/** What is kept of an answer. @throws SyntaxError where the body is no JSON */
export function readAnswer(status, body) {
  const { payload, context, turn, pendingActions = [], errorCode, recoverable } = JSON.parse(body);
  const { pending_action_runtime: newest } = context ? JSON.parse(context) : {};
  return {
    status,
    text: payload?.value,
    turn,
    errorCode,
    recoverable,
    asks: pendingActions.map(({ actionId, revision, arguments: args, argumentsHash }) => ({
      actionId,
      revision,
      arguments: args,
      argumentsHash,
    })),
    newest: newest && { actionId: newest.proposal_id, revision: newest.revision, status: newest.status },
    bytes: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}
