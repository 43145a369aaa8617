import { messageOf } from '../common/errors.js';
import { readRetryAfter } from '../common/retry-after.js';
import { EVENT_ID_HEADER, SIGNATURE_HEADER, signatureOf, TIMESTAMP_HEADER } from './signature.js';

/** Where events go. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
  /** For the whole of one attempt. */
  readonly timeoutMs: number;
}

/** What became of one attempt; `error` is for operators. */
export type Delivery =
  | { readonly delivered: true }
  | {
      readonly delivered: false;
      readonly error: string;
      readonly retryAfterMs?: number | undefined;
      /** True where it may have been received all the same: it was sent, and no answer came. */
      readonly isUnclear: boolean;
    };

/** How much of an answer's body is read, so that its connection can be used again. */
const MAX_BODY_BYTES = 65_536;

/**
 * Posts an event once, signed at `nowMs`. The status decides, as soon as it is there: 2xx is delivered, anything else
 * is not, a redirect included. Never throws.
 */
export async function post(endpoint: WebhookEndpoint, eventId: string, body: string, nowMs: number): Promise<Delivery> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'convengine',
    [EVENT_ID_HEADER]: eventId,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signatureOf(endpoint.secret, timestamp, body),
  };
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await discardBody(response);
    if (response.ok) return { delivered: true };
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), nowMs);
    return { delivered: false, error: `answered with HTTP status ${response.status}`, retryAfterMs, isUnclear: false };
  } catch (error) {
    const text = signal.aborted ? `did not answer within ${endpoint.timeoutMs} ms` : causeOf(error);
    return { delivered: false, error: text, isUnclear: !NOT_CONNECTED.has(codeOf(error)) };
  }
}

/** The status has been read: whether the body ever ends changes nothing. */
async function discardBody(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let bytes = 0; bytes < MAX_BODY_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // Broken off, or out of time: the connection is gone, and the answer stands.
  }
}

/** Nothing was sent where there never was a connection. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** `fetch` says "fetch failed" of everything; its cause knows more, and sometimes by its code alone. */
function causeOf(error: unknown): string {
  return messageOf(rootOf(error)) || codeOf(error) || 'could not be reached';
}

function codeOf(error: unknown): string {
  return String((rootOf(error) as { code?: unknown }).code ?? '');
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
