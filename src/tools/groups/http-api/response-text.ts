import type { IncomingHttpHeaders } from 'node:http';
import { redact } from '../../../platform/audit/index.js';
import { parseJson } from '../../../platform/common/json.js';
import type { EgressResponse } from '../../../platform/egress/index.js';
import { ToolError } from '../../tool-error.js';

const REDACTED = '[redacted]';
/** Shorter ones would black out words of any text. */
const LEAST_SECRET_CHARS = 4;
const MAX_EXCERPT_CHARS = 500;
const URL_QUERY = /(https?:\/\/[^\s"'<>?#]{1,300})[?#][^\s"'<>]*/g;

/**
 * The text of a successful answer, without the secrets it was asked with.
 * @param accepts whether a content type, in lower case and without parameters, is one to expect; '' where it has none
 * @throws ToolError for a body that is too long, another content type, an encoding nobody asked for, and bytes that are no text
 */
export function readText(
  { headers, body, isWhole }: EgressResponse,
  secrets: readonly string[],
  accepts: (contentType: string) => boolean,
): string {
  if (!isWhole) throw new ToolError('HTTP_API call was answered with more than limits.tool-result-bytes allows');
  if (body.byteLength === 0) return '';
  const contentType = contentTypeOf(headers);
  if (!accepts(contentType))
    throw new ToolError(`HTTP_API call was answered with ${contentType}, which is not expected`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new ToolError(`HTTP_API call was answered in the encoding ${encoding}`);
  return withoutSecrets(decode(body, headers), secrets);
}

/** What a failed answer says, for whoever has to correct the call: short, without secrets and queries; '' if nothing. */
export function excerptOf(response: EgressResponse, secrets: readonly string[], redactKeys: readonly string[]): string {
  const contentType = contentTypeOf(response.headers);
  if (!isJsonType(contentType) && contentType !== 'text/plain') return '';
  const text = withoutSecrets(response.body.toString().trim(), secrets);
  const json = parseJson(text);
  const clean = json === undefined ? text : JSON.stringify(redact(json, redactKeys));
  const excerpt = clean.replace(URL_QUERY, `$1?${REDACTED}`).replace(/\s+/g, ' ');
  return excerpt.length > MAX_EXCERPT_CHARS ? `${excerpt.slice(0, MAX_EXCERPT_CHARS)} …` : excerpt;
}

/** `application/json`, `application/problem+json` and the like. */
export function isJsonType(contentType: string): boolean {
  return /^[^/]+\/(?:[^/]+\+)?json$/.test(contentType);
}

function contentTypeOf(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function decode(body: Buffer, headers: IncomingHttpHeaders): string {
  const [, charset = 'utf-8'] = /charset="?([^;"\s]+)/i.exec(headers['content-type'] ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (error) {
    throw new ToolError(`HTTP_API call was answered with bytes that are not ${charset}`, { cause: error });
  }
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= LEAST_SECRET_CHARS);
  return long.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}
