import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ToolFailure } from './adapters/failure.js';

const MAX_BODY_BYTES = 1_048_576;

/** @throws ToolFailure INVALID_INPUT where the body is too long or no JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolFailure('INVALID_INPUT', 'The body is not JSON.');
  }
}

/** @throws ToolFailure INVALID_INPUT where the body is too long */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ToolFailure('INVALID_INPUT', 'The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Whether the request carries the key as a bearer token. Takes equally long either way. */
export function carriesKey(request: IncomingMessage, key: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${key}`));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * False for a web page of elsewhere that makes a browser on this machine ask: such a page shows in `Origin`, or, where it
 * has its own name resolve to this machine, in `Host`.
 */
export function isFromHere({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return LOCAL_NAME.test(host) && (origin === undefined || LOCAL_NAME.test(origin.replace(/^https?:\/\//, '')));
}
