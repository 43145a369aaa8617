import { ToolFailure } from './failure.js';
import type { Auth, Json, JsonObject, Project, RemoteHttpBinding } from './manifest.js';
import { MAX_ANSWER_BYTES, readResult } from './result.js';

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
  /** The same for every attempt at one call: a service that knows it does not do the work twice. */
  readonly idempotencyKey?: string | undefined;
}

/** Sends one request as `fetch` does; its failures may be ToolFailures. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** Sends one request to the project's service, and nowhere else: redirects are not followed. @throws ToolFailure */
export async function runRemoteHttp(
  binding: RemoteHttpBinding,
  input: JsonObject,
  { project, env, fetch, idempotencyKey }: Sender,
  signal: AbortSignal,
): Promise<Json> {
  const request = prepare(binding, input);
  const url = new URL((env.TOOL_BASE_URL || project.entrypoint).replace(/\/+$/, '') + request.path);
  const key: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const headers = { accept: 'application/json', ...key, ...request.headers, ...authorization(project.auth, env) };
  const init = { method: binding.method, headers, redirect: 'manual', signal } as const;
  const withBody = request.body === undefined ? init : { ...init, body: request.body };
  const response = await send(fetch, url, withBody, signal);
  const text = await readText(response, signal);
  if (response.ok) return readResult(binding.result, text);
  throw failureOf(binding, response, text);
}

interface Prepared {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

function prepare({ path, parameters }: RemoteHttpBinding, input: JsonObject): Prepared {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let target = path;
  let body: Json | undefined = parameters === undefined ? input : undefined;
  for (const [property, place] of Object.entries(parameters ?? {})) {
    const value = input[property];
    if (value === undefined) continue;
    const name = place.name ?? property;
    if (place.in === 'path') target = target.replace(`{${name}}`, () => segment(value, property));
    else if (place.in === 'query') for (const item of [value].flat()) query.append(name, textOf(item));
    else if (place.in === 'header') headers[name.toLowerCase()] = headerText(value, property);
    else if (place.in === 'body') body = { ...(body as JsonObject | undefined), [name]: value };
    else body = value;
  }
  const search = query.size > 0 ? `?${query}` : '';
  if (body === undefined) return { path: target + search, headers };
  headers['content-type'] = 'application/json';
  return { path: target + search, headers, body: JSON.stringify(body) };
}

/** A value as one segment of the path: it cannot leave it. */
function segment(value: Json, property: string): string {
  const text = textOf(value);
  if (text === '' || text === '.' || text === '..') throw invalid(property, 'cannot stand in the path');
  return encodeURIComponent(text);
}

function headerText(value: Json, property: string): string {
  const text = textOf(value);
  if (/[^\t\x20-\x7e]/.test(text)) throw invalid(property, 'holds characters that a header cannot');
  return text;
}

function textOf(value: Json): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function invalid(property: string, reason: string): ToolFailure {
  return new ToolFailure('INVALID_INPUT', `/${property} ${reason}.`, { field: `/${property}`, reason });
}

function authorization(auth: Auth | undefined, env: NodeJS.ProcessEnv): Record<string, string> {
  if (!auth) return {};
  const secret = env[auth.env];
  if (secret) return auth.type === 'bearer' ? { authorization: `Bearer ${secret}` } : { [auth.name ?? '']: secret };
  if (auth.required === false) return {};
  throw new ToolFailure('UNAUTHORIZED', `The environment variable ${auth.env} is not set.`);
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

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) break;
    }
  } catch {
    throw signal.aborted ? signal.reason : new ToolFailure('UPSTREAM_ERROR', 'The answer broke off.');
  }
  if (bytes > MAX_ANSWER_BYTES) throw new ToolFailure('UPSTREAM_ERROR', 'The answer is too long.');
  return Buffer.concat(chunks).toString('utf8');
}

function failureOf({ statuses }: RemoteHttpBinding, { status, headers }: Response, body: string): ToolFailure {
  const code = statuses?.[String(status)] ?? STATUSES[String(status)] ?? 'UPSTREAM_ERROR';
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retry_after_ms: seconds * 1000 } : {};
  const said = messageIn(body);
  if (said !== undefined) return new ToolFailure(code, `The service answered ${status}: ${said}`, { status, ...wait });
  return new ToolFailure(code, `The service answered ${status}.`, { status, body: body.slice(0, MAX_TOLD), ...wait });
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
