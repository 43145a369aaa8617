const RESPONSE_ID = /^resp_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,8})$/i;

/** The reply of one turn, as a response is named. */
export interface RepliedTurn {
  readonly conversationId: string;
  readonly turn: number;
}

/** The id of a response: later ones name it as `previous_response_id`. */
export function responseId({ conversationId, turn }: RepliedTurn): string {
  return `resp_${conversationId}.${turn}`;
}

/** What an id of a response stands for; undefined where it is none of ours. */
export function readResponseId(id: string): RepliedTurn | undefined {
  const [, conversationId, turn] = RESPONSE_ID.exec(id) ?? [];
  return conversationId === undefined
    ? undefined
    : { conversationId: conversationId.toLowerCase(), turn: Number(turn) };
}

/** The conversation that a `previous_response_id` goes on with, if it is one. */
export function conversationBefore(id: unknown): string | undefined {
  return typeof id === 'string' ? readResponseId(id)?.conversationId : undefined;
}
