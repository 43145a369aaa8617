import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Conversation,
  connect,
  follow,
  type Reply,
  read,
  readConversation,
  type Schema,
  type Service,
  ServiceError,
  say,
} from '../../client/index.js';
import { reasonOf } from '../command-error.js';

/** One recorded event, as `GET …/audit/:id` gives it. */
export type AuditEntry = Schema<'AuditEntry'>;

const HEALTH_TIMEOUT_MS = 2_000;
/** So long a message waits for its progress to be followed. */
const CONNECT_MS = 2_000;
const PAGE = 1_000;

/** Talks with a running service as any chat backend does. */
export class ConversationClient {
  private readonly service: Service;

  /**
   * @param url such as `http://localhost:3000`
   * @param apiKey sent with every request; empty: none is
   */
  constructor(
    readonly url: string,
    apiKey: string,
  ) {
    this.service = connect({ url, apiKey });
  }

  /** Why no ConvEngine service can be talked with here; undefined where one answers, in good health or not. */
  async whyAbsent(): Promise<string | undefined> {
    try {
      const response = await fetch(`${this.url}/api/v1/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
      const health: unknown = await response.json();
      const isOurs = typeof health === 'object' && health !== null && 'database' in health && 'flow' in health;
      return isOurs ? undefined : 'something else answers there';
    } catch (error) {
      return error instanceof SyntaxError ? 'something else answers there' : reasonOf(error);
    }
  }

  /**
   * @param conversationId undefined begins a conversation, under an id that the reply names
   * @param seenTurn what was shown last, whoever was answered: a yes means nothing that was asked after it
   * @param signal ends the wait; the service goes on with the message
   * @throws ServiceError when the service does not answer, or refuses
   */
  send(
    conversationId: string | undefined,
    message: string,
    { seenTurn, signal }: { readonly seenTurn?: number | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<Reply> {
    const inReplyTo = seenTurn === undefined ? undefined : { turn: seenTurn };
    return say(this.service, { conversationId, message, inReplyTo }, { signal });
  }

  /** Where a conversation stands; undefined before it has begun. @throws ServiceError when the service does not answer, or refuses */
  async read(conversationId: string): Promise<Conversation | undefined> {
    try {
      return await readConversation(this.service, conversationId);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Recorded events with a higher auditId, oldest first. @throws ServiceError when the service does not answer, or refuses */
  async audit(id: string, after: number): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (;;) {
      const query = { after: entries.at(-1)?.auditId ?? after, limit: PAGE };
      const asked = this.service.api.GET('/api/v1/conversation/audit/{id}', { params: { path: { id }, query } });
      entries.push(...(await read(asked)));
      if (!(await asked).response.headers.has('X-Next-After')) return entries;
    }
  }

  /**
   * Tells the progress of the turn that `work` runs, for as long as it runs. Resolves as `work` does: without
   * progress where the stream cannot be had, since the reply itself says what is wrong.
   */
  async withProgress<T>(conversationId: string, tell: (text: string) => void, work: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    const events = follow(this.service, conversationId, { signal: done.signal });
    // Connected first, so that nothing is missed.
    const connected = events.next();
    const told = connected
      .then(() => tellProgress(events, tell))
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
    await Promise.race([connected.catch(() => undefined), sleep(CONNECT_MS, undefined, { ref: false })]);
    try {
      return await work();
    } finally {
      done.abort();
      await told;
    }
  }
}

async function tellProgress(events: ReturnType<typeof follow>, tell: (text: string) => void): Promise<void> {
  for await (const event of events) if (event.eventType === 'VERBOSE') tell(event.verbose.text);
}
