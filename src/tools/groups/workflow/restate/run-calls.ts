import { boundedResponse } from '../../../../platform/common/bounded-response.js';
import { causeOf } from '../../../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../../../platform/config/index.js';
import type { RunKey } from '../workflow-engine.js';

/** Where Restate is, and where it reaches this service. */
export type RestateSettings = ConvEngineConfig['mcp']['workflows']['restate'];

/** What Restate calls: an object for each run, with one handler. */
export const HANDLER = 'goOn';

/** How long an answer of Restate may take that waits for nothing, in milliseconds. */
const ANSWER_MS = 2_000;

/** How long Restate may take to ask this service what it offers, in milliseconds. */
const REGISTRATION_MS = 10_000;

/** A call as it is made, and how long its answer may take, in milliseconds. */
interface Call {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** More than it has to say of a service that is registered. */
const ANSWER_BOUND = { maxBytes: 1_048_576, tooLarge: () => new Error('Restate answered more than a mebibyte') };

/** The key of the object that stands for a run. */
export function objectKeyOf({ conversationId, runId }: RunKey): string {
  return `${encodeURIComponent(conversationId)}/${encodeURIComponent(runId)}`;
}

/** The run that an object stands for; undefined where it stands for none. */
export function runOf(objectKey: string): RunKey | undefined {
  const [conversationId, runId, ...more] = objectKey.split('/');
  if (!conversationId || !runId || more.length > 0) return undefined;
  return { conversationId: decodeURIComponent(conversationId), runId: decodeURIComponent(runId) };
}

/** Calls Restate. It is told which run is meant, and nothing that stands in the run. */
export class RunCalls {
  constructor(private readonly settings: RestateSettings) {}

  /**
   * Has a run gone on with by whichever process Restate calls.
   * @param once what has come with the same word already does not come again
   * @param signal aborted when nobody waits for its answer any more
   * @throws Error where Restate has not taken it
   */
  async send(key: RunKey, once?: string, signal?: AbortSignal): Promise<void> {
    const headers: Record<string, string> = once === undefined ? {} : { 'idempotency-key': once };
    await this.post(`${this.handlerUrl(key)}/send`, { headers, limitMs: ANSWER_MS, signal });
  }

  /** The same, and waits for its end; it goes on where that takes longer than the limit. */
  async call(key: RunKey, limitMs: number): Promise<void> {
    await this.post(this.handlerUrl(key), { limitMs });
  }

  /** Has Restate ask this service what it offers, so that it is called; does nothing where somebody else sees to that. */
  async register(signal?: AbortSignal): Promise<void> {
    const { adminUrl, endpointUrl } = this.settings;
    if (adminUrl === '') return;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ uri: endpointUrl, force: true });
    await this.post(`${adminUrl}/deployments`, { headers, body, limitMs: REGISTRATION_MS, signal });
  }

  private handlerUrl(key: RunKey): string {
    const { ingressUrl, serviceName } = this.settings;
    return `${ingressUrl}/${serviceName}/${encodeURIComponent(objectKeyOf(key))}/${HANDLER}`;
  }

  private async post(url: string, { limitMs, signal, ...request }: Call): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    const ends = signal ? AbortSignal.any([limit, signal]) : limit;
    const response = await fetch(url, { method: 'POST', signal: ends, ...request }).catch((error: unknown) => {
      throw new Error(`Restate does not answer at ${new URL(url).origin}: ${causeOf(error)}`, { cause: error });
    });
    const answer = await boundedResponse(response, ANSWER_BOUND).text();
    if (!response.ok) throw new Error(`Restate answered ${response.status}: ${answer.slice(0, 300)}`);
  }
}
