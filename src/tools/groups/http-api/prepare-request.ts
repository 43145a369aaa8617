import { isJsonObject } from '../../../platform/common/json.js';
import type {
  HttpApiAuthSpec,
  HttpApiPolicy,
  HttpApiRequestSpec,
  HttpApiResponseMapping,
  SideEffect,
  ToolCall,
} from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';
import { policyOf } from './http-api-policy.js';
import { formEncoded, requestUrl, textOf } from './request-url.js';

/** A request that only lacks its credentials. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: URL;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly auth: HttpApiAuthSpec;
  readonly policy: HttpApiPolicy;
  readonly mapping: HttpApiResponseMapping;
  readonly writes: boolean;
  /** Whether the server takes a second sending for the first. */
  readonly repeatable: boolean;
}

/** What is known of a tool, whatever it requests. */
export interface CallTraits {
  readonly sideEffect: SideEffect;
  /** Its row says that a call may be made again with the same key. */
  readonly isIdempotent: boolean;
}

/** What the connection needs for itself. */
const RESTRICTED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const IDEMPOTENCY_KEY = 'idempotency-key';

/** @throws ToolError for what is wrong with the request, whatever the arguments */
export function prepareRequest(
  spec: HttpApiRequestSpec,
  call: ToolCall,
  { sideEffect, isIdempotent }: CallTraits,
  defaults: HttpApiPolicy,
): PreparedRequest {
  if (!spec) throw new ToolError('HTTP_API request spec cannot be null');
  const method = (spec.method ?? '').trim().toUpperCase() || 'GET';
  if (!METHODS.has(method)) throw new ToolError(`HTTP_API request method must be one of ${[...METHODS].join(', ')}`);
  const url = requestUrl(spec, call.arguments);
  const headers = headersOf(spec, call);
  const isRecognised = (spec.idempotent ?? isIdempotent) && headers[IDEMPOTENCY_KEY] !== undefined;
  const writes = sideEffect === 'WRITE' || method === 'POST' || method === 'PATCH';
  return {
    method,
    url,
    headers,
    body: bodyOf(spec.body, headers['content-type']),
    auth: spec.auth ?? { type: 'NONE' },
    policy: policyOf(defaults, spec.policy),
    mapping: spec.responseMapping ?? { mode: 'RAW_JSON' },
    writes,
    repeatable: !writes || isRecognised,
  };
}

function headersOf({ headers: given = {}, body }: HttpApiRequestSpec, call: ToolCall): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json, */*;q=0.5',
    'accept-encoding': 'identity',
    'user-agent': 'convengine',
  };
  if (body !== undefined && body !== null) headers['content-type'] = 'application/json';
  if (call.idempotencyKey !== null) headers[IDEMPOTENCY_KEY] = call.idempotencyKey;
  for (const [key, value] of Object.entries(given)) {
    const name = key.trim().toLowerCase();
    if (RESTRICTED.has(name)) throw new ToolError(`HTTP_API request must not set the header "${name}"`);
    if (value !== null && value !== undefined) headers[name] = textOf(value);
  }
  return headers;
}

function bodyOf(body: HttpApiRequestSpec['body'], contentType = ''): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (isJsonObject(body) && /^application\/x-www-form-urlencoded\b/i.test(contentType)) return formEncoded(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
