import { causeOf, rootOf } from '../common/errors.js';
import { readRetryAfter } from '../common/retry-after.js';
import { traceHeaders } from '../telemetry/index.js';
import {
  EVENT_ID_HEADER,
  SIGNATURE_HEADER,
  STANDARD_ID_HEADER,
  STANDARD_SIGNATURE_HEADER,
  STANDARD_TIMESTAMP_HEADER,
  signatureOf,
  standardSignatureOf,
  TIMESTAMP_HEADER,
} from './signature.js';

/** Where events go. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
  /** For the whole of one attempt. */
  readonly timeoutMs: number;
}

/** What became of one attempt; `error` is for operators. */
export type Delivery =
  | { readonly delivered: true; readonly status: number }
  | {
      readonly delivered: false;
      /** Undefined where no answer came. */
      readonly status?: number;
      readonly error: string;
      readonly retryAfterMs?: number | undefined;
      /** True where it may have been received all the same: it was sent, and no answer came. */
      readonly isUnclear: boolean;
    };

/** How much of an answer's body is read, so that its connection can be used again. */
const MAX_BODY_BYTES = 65_536;

/** An event as it is posted. */
export interface PostedEvent {
  readonly eventId: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Posts an event once, signed at `nowMs`. The status decides, as soon as it is there: 2xx is delivered, anything else
 * is not, a redirect included. Never throws.
 */
export async function post(
  endpoint: WebhookEndpoint,
  { eventId, contentType, body }: PostedEvent,
  nowMs: number,
): Promise<Delivery> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const headers = {
    'content-type': contentType,
    'user-agent': 'convengine',
    [EVENT_ID_HEADER]: eventId,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signatureOf(endpoint.secret, timestamp, body),
    [STANDARD_ID_HEADER]: eventId,
    [STANDARD_TIMESTAMP_HEADER]: timestamp,
    [STANDARD_SIGNATURE_HEADER]: standardSignatureOf(endpoint.secret, eventId, timestamp, body),
    ...traceHeaders(),
  };
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await discardBody(response);
    const { ok, status } = response;
    if (ok) return { delivered: true, status };
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), nowMs);
    return { delivered: false, status, error: `answered with HTTP status ${status}`, retryAfterMs, isUnclear: false };
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

function codeOf(error: unknown): string {
  return String((rootOf(error) as { code?: unknown }).code ?? '');
}
