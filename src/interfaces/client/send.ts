import { ServiceError } from './service-error.js';

/** How long, and how often, an answer is waited for. */
export interface Patience {
  /** For all tries of a request together, the answer's body included, in milliseconds. */
  readonly timeoutMs: number;
  /** How often a request that may be repeated is sent again. */
  readonly repetitions: number;
}

/** Sends one request: the shape of the platform's `fetch`, of which a caller may give another. Rejects where nobody answers. */
export type Fetch = (request: Request) => Promise<Response>;

/** A request to an address that may be none. @throws ServiceError where it is none */
export class AddressedRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    try {
      super(input, init);
    } catch (cause) {
      if (!(cause instanceof TypeError) || typeof input !== 'string' || isAddress(input)) throw cause;
      throw new ServiceError(`${input} is no address of a service.`, { code: 'NO_ADDRESS', status: 0 }, { cause });
    }
  }
}

/** A page can give a path of its own site. */
function isAddress(text: string): boolean {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return URL.canParse(text, location?.href);
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** What passes by itself also where the service does not say when. */
const PASSING = new Set([502, 503, 504]);

/**
 * Sends a request, and again, as it is, what may be repeated: what only reads, and what has an Idempotency-Key. Repeated
 * are requests that nobody answered, and those that the service wants again: after Retry-After, else after growing pauses.
 * @throws ServiceError where nobody answers, or not in time; the reason of the request's own signal where that ends it
 */
export async function send(request: Request, fetch: Fetch, { timeoutMs, repetitions }: Patience): Promise<Response> {
  const endsAt = Date.now() + timeoutMs;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  const mostTries = isRepeatable(request) ? repetitions + 1 : 1;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(new Request(request.clone(), { signal }), fetch);
    if (request.signal.aborted) throw request.signal.reason;
    if (deadline.aborted) throw timedOut(timeoutMs);
    const pauseMs = pauseBefore(outcome, tries);
    if (pauseMs === undefined || tries >= mostTries || Date.now() + pauseMs > endsAt) {
      if (outcome instanceof Response) return outcome;
      throw outcome.error instanceof ServiceError ? outcome.error : unreachable(request, outcome.error);
    }
    if (outcome instanceof Response) await outcome.body?.cancel();
    await sleep(pauseMs, request.signal);
    if (request.signal.aborted) throw request.signal.reason;
  }
}

/** Whether the body of an answer is a stream of events. */
export function hasEvents({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

function timedOut(timeoutMs: number): ServiceError {
  const message = `The service did not answer within ${timeoutMs} ms.`;
  return new ServiceError(message, { code: 'TIMED_OUT', status: 0, remedy: REMEDY });
}

/** Waits, but no longer than until the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });
}

const REMEDY = 'It may have been done all the same: send it again with the same Idempotency-Key.';

export function unreachable({ url }: Request, cause: unknown): ServiceError {
  const message = `${new URL(url).origin} does not answer.`;
  return new ServiceError(message, { code: 'UNREACHABLE', status: 0, remedy: REMEDY }, { cause });
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

/** An answer is one once all of it is there: what breaks off on the way is none. Events are handed on as they come. */
async function attempt(request: Request, fetch: Fetch): Promise<Response | { readonly error: unknown }> {
  try {
    const response = await fetch(request);
    if (!hasEvents(response)) await response.clone().arrayBuffer();
    return response;
  } catch (error) {
    return { error };
  }
}

/** Milliseconds; undefined where the outcome will not pass by itself. Less up to half at random, so that clients do not come back all at once. */
function pauseBefore(outcome: Response | { readonly error: unknown }, tries: number): number | undefined {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (1 - Math.random() / 2);
  if (!(outcome instanceof Response)) return growing;
  const wanted = retryAfterMs(outcome.headers.get('Retry-After'));
  if (wanted !== undefined) return Math.max(wanted, growing);
  return PASSING.has(outcome.status) ? growing : undefined;
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
