import type { Fetch } from './access-tokens.js';
import type { Credentials } from './credentials.js';
import { ToolFailure } from './failure.js';
import type { Json, JsonObject, Project, RemoteHttpBinding } from './manifest.js';
import { prepare } from './request.js';
import { readText } from './response-text.js';
import { readResult } from './result.js';

const MAX_TOLD = 2_000;
const STATUSES: Readonly<Record<string, string>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  422: 'INVALID_INPUT',
  429: 'RATE_LIMITED',
  504: 'TIMEOUT',
};

/** Where and with what a request is sent. */
export interface Sender {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
  readonly credentials: Credentials;
  /** The same for every attempt at one call: a service that knows it does not do the work twice. */
  readonly idempotencyKey?: string | undefined;
}

/** Sends one request to the project's service, and nowhere else: redirects are not followed. @throws ToolFailure */
export async function runRemoteHttp(
  binding: RemoteHttpBinding,
  input: JsonObject,
  { project, env, fetch, credentials, idempotencyKey }: Sender,
  signal: AbortSignal,
): Promise<Json> {
  const request = await prepare(binding, input);
  const shown = await credentials.of(binding, signal);
  for (const [name, value] of shown.query) request.query.append(name, value);
  const search = request.query.size > 0 ? `?${request.query}` : '';
  const url = new URL((env.TOOL_BASE_URL || project.entrypoint).replace(/\/+$/, '') + request.path + search);
  const key: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const headers = { accept: 'application/json', ...key, ...request.headers, ...shown.headers };
  const init = { method: binding.method, headers, redirect: 'manual', signal } as const;
  const withBody = request.body === undefined ? init : { ...init, body: request.body };
  const response = await send(fetch, url, withBody, signal);
  const text = await readText(response, signal);
  if (response.ok) return readResult(binding.result, text);
  if (response.status === 401) credentials.refused(binding);
  throw failureOf(binding, response, text, credentials.missing(binding));
}

async function send(fetch: Fetch, url: URL, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw signal.aborted ? signal.reason : new ToolFailure('UPSTREAM_ERROR', `No answer (${causeOf(error)}).`);
  }
}

/** The code of the socket's error alone: its message can hold the address. */
function causeOf(error: unknown): string {
  return String(Object(Object(error).cause).code ?? 'no connection');
}

function failureOf(
  { statuses }: RemoteHttpBinding,
  { status, headers }: Response,
  body: string,
  missing: string | undefined,
): ToolFailure {
  const code = statuses?.[String(status)] ?? STATUSES[String(status)] ?? 'UPSTREAM_ERROR';
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retry_after_ms: seconds * 1000 } : {};
  const said = messageIn(body);
  const isUnknown = missing !== undefined && (status === 401 || status === 403);
  const hint = isUnknown ? ` It was called without a credential: set ${missing} in the environment.` : '';
  const answered = said === undefined ? `The service answered ${status}.` : `The service answered ${status}: ${said}`;
  const details = said === undefined ? { body: body.slice(0, MAX_TOLD) } : {};
  const message = isUnknown && !/[.!?]$/.test(answered) ? `${answered}.${hint}` : `${answered}${hint}`;
  return new ToolFailure(code, message, { status, ...details, ...wait });
}

/** What the body of a failure says to people, where it is JSON with words in one of the usual places. */
function messageIn(body: string): string | undefined {
  try {
    const { message, error, detail, title } = Object(JSON.parse(body));
    const words = [message, Object(error).message, error, detail, title];
    return words.find((text) => typeof text === 'string' && text.trim() !== '')?.slice(0, MAX_TOLD);
  } catch {
    return undefined;
  }
}
