import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The key or token that a request carries, as `Authorization: Bearer KEY` or `X-API-KEY`. */
export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const given = bearer ?? headers['x-api-key'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** Takes equally long whether they are the same or not. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What decides whether a request comes from this machine. */
export interface Caller {
  /** The other end of the connection. */
  readonly remoteAddress: string;
  readonly headers: IncomingHttpHeaders;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * True for a program on this machine. Not for what a proxy on this machine passes on, and not for a web page of
 * elsewhere that makes a browser on this machine ask: such a page shows in `Origin`, or, where it has its own name
 * resolve to 127.0.0.1, in `Host`.
 */
export function isLocalCaller({ remoteAddress, headers }: Caller, trustedOrigins: readonly string[]): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const isTrustedPage = headers.origin === undefined || isLocalOrigin(headers, trustedOrigins);
  return LOOPBACK.test(remoteAddress) && LOCAL_HOST.test(headers.host ?? '') && !isForwarded && isTrustedPage;
}

function isLocalOrigin(headers: IncomingHttpHeaders, trustedOrigins: readonly string[]): boolean {
  const { origin = '', host = '' } = headers;
  return origin === `http://${host}` || trustedOrigins.includes(origin);
}
