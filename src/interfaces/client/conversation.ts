import { read, type Schema, type Service, unreadable } from './service.js';

/** One message of a user: words, or the answer of a button. Without a `conversationId` it begins a conversation. */
export type Message = Schema<'MessageRequest'>;

/** How one message is sent. */
export interface SayOptions {
  /** A repetition with the same key does nothing twice. Made by itself for each call: give one to repeat a call by hand. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A question that waits for a yes, with its two buttons. A button says yes or no to exactly this question, and reads no words. */
export type OpenQuestion<Question = Schema<'AskedQuestion'>> = Question & {
  confirm(options?: SayOptions): Promise<Reply>;
  reject(options?: SayOptions): Promise<Reply>;
};

/** The reply to a message. */
export type Reply = Schema<'MessageResponse'> & {
  /** What the user is told. For a payload of type JSON, its text. */
  readonly text: string;
  /** What the reply asks consent to. */
  readonly open: readonly OpenQuestion[];
};

/** Where a conversation stands. */
export type Conversation = Schema<'Conversation'> & {
  /** What a yes would still count for. */
  readonly open: readonly OpenQuestion<Schema<'OpenAction'>>[];
};

/**
 * Sends one message, and waits for the reply. It is sent again, with the same key, where nobody answers and where the
 * service is busy, so that nothing is done twice.
 * @throws ServiceError
 */
export async function say(service: Service, message: Message, options: SayOptions = {}): Promise<Reply> {
  const { idempotencyKey = newKey(), signal = null } = options;
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  const asked = service.api.POST('/api/v1/conversation/message', { params, body: message, signal });
  const reply = await read(asked);
  if (typeof reply?.payload?.value !== 'string') throw unreadable();
  return {
    ...reply,
    text: reply.payload.value,
    open: withButtons(service, reply.conversationId, reply.pendingActions),
  };
}

/** Where a conversation stands, for a page that was opened again. Runs and changes nothing. @throws ServiceError */
export async function readConversation(
  service: Service,
  id: string,
  signal: AbortSignal | null = null,
): Promise<Conversation> {
  const conversation = await read(service.api.GET('/api/v1/conversations/{id}', { params: { path: { id } }, signal }));
  return { ...conversation, open: withButtons(service, id, conversation.pendingActions) };
}

function withButtons<Question extends { readonly actionId: string; readonly revision: number }>(
  service: Service,
  conversationId: string,
  questions: readonly Question[],
): OpenQuestion<Question>[] {
  return questions.map((question) => {
    const { actionId, revision } = question;
    const press = (decision: 'CONFIRM' | 'REJECT') => (options?: SayOptions) =>
      say(service, { conversationId, decision, inReplyTo: { actionId, revision } }, options);
    return { ...question, confirm: press('CONFIRM'), reject: press('REJECT') };
  });
}

/** 128 random bits. (`crypto.randomUUID` is there for pages of HTTPS alone.) */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
