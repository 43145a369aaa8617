import type { MessageResponse } from '../../../engine/turn/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import { readEvents } from './server-sent-events.js';

/** The answer to a message; `remedy` says what can be done about an error. */
export type Reply = MessageResponse & { readonly remedy?: string };

/** One recorded event, as `GET …/audit/:id` gives it. */
export interface AuditEntry {
  readonly auditId: number;
  readonly turnNo: number;
  readonly stage: string;
  /** JSON text. */
  readonly payloadJson: string;
}

/** Which part of the audit is wanted. */
export interface AuditPart {
  /** Only events with a higher auditId. */
  readonly after: number;
  readonly stage?: string;
}

const HEALTH_TIMEOUT_MS = 2_000;
const PAGE = 1_000;

/** Talks with a running service as any chat backend does. */
export class ConversationClient {
  /**
   * @param url such as `http://localhost:3000`
   * @param apiKey sent with every request; empty: none is
   */
  constructor(
    readonly url: string,
    private readonly apiKey: string,
  ) {}

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
   * @throws CommandError when the service does not answer
   */
  async send(conversationId: string | undefined, message: string): Promise<Reply> {
    const response = await this.request('/message', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId, message }),
    });
    return this.readJson<Reply>(response);
  }

  /** Recorded events, oldest first. @throws CommandError when the service does not answer, or refuses */
  async audit(conversationId: string, { after, stage }: AuditPart): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (let from: string | null = String(after); from !== null; ) {
      const query = new URLSearchParams({ after: from, limit: String(PAGE), ...(stage && { stage }) });
      const response = await this.request(`/audit/${conversationId}?${query}`);
      const page = await this.readJson<AuditEntry[] | Reply>(response);
      if (!Array.isArray(page)) throw new CommandError(page.message ?? 'The audit was refused.', page.remedy ?? '');
      entries.push(...page);
      from = response.headers.get('x-next-after');
    }
    return entries;
  }

  /**
   * Tells the progress of the turn that `work` runs, for as long as it runs. Resolves as `work` does: without
   * progress where the stream cannot be had, since the reply itself says what is wrong.
   */
  async withProgress<T>(conversationId: string, tell: (text: string) => void, work: () => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const stream = await this.request(`/stream/${conversationId}`, { signal: abort.signal }).catch(() => undefined);
    const told = stream?.ok && stream.body ? tellProgress(stream.body, tell).catch(() => undefined) : undefined;
    try {
      return await work();
    } finally {
      abort.abort();
      await told;
    }
  }

  private async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), ...(this.apiKey && { 'x-api-key': this.apiKey }) };
    try {
      return await fetch(`${this.url}/api/v1/conversation${path}`, { ...init, headers });
    } catch (error) {
      throw this.noAnswer(reasonOf(error), error);
    }
  }

  private async readJson<T>(response: Response): Promise<T> {
    try {
      return (await response.json()) as T;
    } catch (error) {
      throw this.noAnswer(`HTTP ${response.status} without JSON`, error);
    }
  }

  private noAnswer(reason: string, cause: unknown): CommandError {
    return new CommandError(`${this.url} does not answer: ${reason}.`, 'Is the service still running?', { cause });
  }
}

async function tellProgress(body: AsyncIterable<Uint8Array>, tell: (text: string) => void): Promise<void> {
  for await (const { name, data } of readEvents(body)) {
    if (name !== 'VERBOSE') continue;
    const { verbose } = JSON.parse(data) as { verbose?: { text?: unknown } | null };
    if (typeof verbose?.text === 'string') tell(verbose.text);
  }
}
